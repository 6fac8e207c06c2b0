import { type HtmlElement, htmlToText } from 'html-to-text';
import sanitizeHtml, { type Transformer } from 'sanitize-html';
import { z } from 'zod';
import { businessProfileUpdate } from '../../events/accounts/businessInput.ts';
import { type HtmlSignature, signatureProblem } from '../../events/messages/htmlSignature.ts';

const LINK = /^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:[^\s])/i;

/** Cells, list items and headings each become a line, so that their words do not run together. */
const LINES = ['td', 'th', 'li', 'caption', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Google Docs puts everything into a `b` of normal weight. Outlook writes bold as a style. */
const weighed: Transformer = (tagName, { style = '' }) => {
  const [, weight] = /font-weight\s*:\s*(\w+)/i.exec(style) ?? [];
  const isBold = weight === undefined ? tagName !== 'span' : /^(?:bold|bolder|[6-9]00)$/i.test(weight);
  return { tagName: isBold ? 'b' : 'span', attribs: {} };
};

const KEPT = {
  allowedTags: ['p', 'div', 'br', 'b', 'i', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

function cleaned(pasted: string): string {
  const html = sanitizeHtml(pasted, {
    ...KEPT,
    allowedTags: [...KEPT.allowedTags, 'img'],
    allowedAttributes: { ...KEPT.allowedAttributes, img: ['alt'] },
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template'],
    nestingLimit: 40,
    transformTags: {
      ...Object.fromEntries(LINES.map((name) => [name, 'div'])),
      ...{ b: weighed, strong: weighed, span: weighed, em: 'i' },
      a: (tagName, { href = '' }) => ({
        tagName: LINK.test(href.trim()) ? tagName : 'span',
        attribs: { href: href.trim() },
      }),
    },
  });
  // an icon that is a link keeps its link, by its words
  const worded = html.replace(/<img(?: alt="([^"]*)")? \/>/g, '$1');
  return sanitizeHtml(worded, {
    ...KEPT,
    exclusiveFilter: ({ tag, text }) => ['a', 'b', 'i'].includes(tag) && text.trim() === '',
  }).trim();
}

const wordsIn = ({ name, data = '', children = [] }: HtmlElement): string =>
  name === 'br' ? ' ' : data + children.map(wordsIn).join('');

/** "https://www.a.example/" and "a.example" are the same to a reader. */
const bareLink = (link: string): string =>
  link
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)(?:www\.)?|^www\./, '')
    .replace(/[\s/().-]+/g, '');

const plainText = (html: string): string =>
  htmlToText(html, {
    wordwrap: false,
    formatters: {
      link(element, walk, builder) {
        const { href = '' } = element.attribs;
        walk(element.children, builder);
        if (bareLink(wordsIn(element)) !== bareLink(href))
          builder.addInline(` (${href.replace(/^(?:mailto|tel):/i, '')})`);
      },
    },
    selectors: [
      { selector: 'a', format: 'link' },
      { selector: 'p', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    ],
  })
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** A pasted signature as it leaves: its HTML, and the same in plain text (worker/decisions/0017). null: it has no text. */
export function htmlSignature(pasted: string): HtmlSignature | null {
  const html = cleaned(pasted);
  const text = plainText(html);
  return text === '' ? null : { html, text };
}

/** PUT /api/business-profile, with the signature cleaned. */
export const profileChange = businessProfileUpdate.transform(({ signatureHtml, ...update }, context) => {
  if (signatureHtml === undefined) return update;
  if (signatureHtml === '') return { ...update, htmlSignature: null };
  const signature = htmlSignature(signatureHtml);
  const problem = signatureProblem(signature);
  if (problem === null) return { ...update, htmlSignature: signature };
  context.addIssue({ code: 'custom', path: ['signatureHtml'], message: problem });
  return z.NEVER;
});
