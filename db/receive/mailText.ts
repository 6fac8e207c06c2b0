import { type HtmlElement, htmlToText } from 'html-to-text';

/** The elements in which mail programs put a quotation. Its lines get ">", as those of a blockquote. */
const QUOTES = [
  ...['div.moz-cite-prefix', 'div.yahoo_quoted', 'div.zmail_extra', 'div[name="quote"]'],
  ...['#OLK_SRC_BODY_SECTION'],
];

/** Below these all is quoted, in Outlook. */
const HEADS = ['#appendonsend', '#divRplyFwdMsg'];
/** Outlook's line above the headers of a quotation. Others draw one, too. */
const LINE = 'div[style*="border-top:solid"]';
const RULE = '_'.repeat(32);

/** The names of headers are bold. */
const boldIn = ({ name, children = [] }: HtmlElement): number =>
  children.reduce((sum, child) => sum + boldIn(child), name === 'b' || name === 'strong' ? 1 : 0);
const HEADERS = 3;

/** The text of a mail's HTML, with its quotations marked (events/conversations/newPart.ts). */
export const textOfMail = (html: string): string =>
  htmlToText(html, {
    formatters: {
      head(element, walk, builder) {
        builder.openBlock({ leadingLineBreaks: 1 });
        if (HEADS.includes(`#${element.attribs.id}`) || boldIn(element) >= HEADERS) {
          builder.addLiteral(RULE);
          builder.addLineBreak();
        }
        walk(element.children, builder);
        builder.closeBlock({ trailingLineBreaks: 1 });
      },
    },
    selectors: [
      ...QUOTES.map((selector) => ({ selector, format: 'blockquote' })),
      ...[...HEADS, LINE].map((selector) => ({ selector, format: 'head' })),
    ],
  });
