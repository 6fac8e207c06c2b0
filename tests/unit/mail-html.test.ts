import { expect, test } from 'vitest';
import { mailHtml, type QuoteBelow } from '../../events/messages/mailHtml.ts';
import { linksIn } from '../../events/messages/mailLinks.ts';

const htmlOf = (text: string, quote: QuoteBelow | null = null) => mailHtml([text], { language: 'en', quote });
const bodyOf = (text: string, quote?: QuoteBelow) =>
  /<div style="overflow-wrap:anywhere">\n([\s\S]*)\n<\/div>\n<\/body>/.exec(htmlOf(text, quote))?.[1];
const P = '<p dir="auto">';

test.each([
  ['Hello,\n\nwell.\r\nBye', `${P}Hello,</p>\n${P}well.<br>\nBye</p>`],
  ['<script>alert(1)</script> & "x"', `${P}&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</p>`],
  [
    'See https://a.example/x?b=1&c=2. (http://b.example)',
    `${P}See <a href="https://a.example/x?b=1&amp;c=2">https://a.example/x?b=1&amp;c=2</a>. (<a href="http://b.example">http://b.example</a>)</p>`,
  ],
  ['javascript:alert(1) https://"onclick=x', `${P}javascript:alert(1) https://&quot;onclick=x</p>`],
])('%j', (text, html) => expect(bodyOf(text)).toBe(html));

test('a page says its language', () => expect(mailHtml(['Hallo'], { language: 'de' })).toContain('<html lang="de">'));

test.each<[string, string[]]>([
  ['https://example.com/partnersをご覧ください。', ['https://example.com/partners']],
  ['「https://example.com/a」と', ['https://example.com/a']],
  ['https://example.com/a를 보세요', ['https://example.com/a']],
  ['请看https://example.com/a，谢谢', ['https://example.com/a']],
  ['ดูhttps://example.com/aได้', ['https://example.com/a']],
  ['“https://example.com/a“', ['https://example.com/a']],
  ['„https://example.com/a“, »https://example.com/b«', ['https://example.com/a', 'https://example.com/b']],
  ["'https://example.com/a'", ['https://example.com/a']],
  ['https://example.com/partners؟', ['https://example.com/partners']],
  ['https://en.wikipedia.org/wiki/Trail_(running)', ['https://en.wikipedia.org/wiki/Trail_(running)']],
  [
    '(https://example.com/a) [https://example.com/b] <https://example.com/c>',
    ['a', 'b', 'c'].map((one) => `https://example.com/${one}`),
  ],
  ['HTTPS://EXAMPLE.COM/A', ['HTTPS://EXAMPLE.COM/A']],
  ['www.example.com/a.', ['www.example.com/a']],
  ['https://münchen.de/straße', ['https://münchen.de/straße']],
  ['https://例え.jp/パス', ['https://例え.jp/パス']],
  ['https://example.com/trail-_', ['https://example.com/trail-_']],
  ['**https://example.com/a**', ['https://example.com/a']],
  ['Ende.Es geht. a@b.com, example.com, ftp://example.com //example.com mailto:a@b.com', []],
])('links in %j', (text, links) => expect(linksIn(text).map((link) => link.text)).toEqual(links));

test('a link without a scheme leads to one with it', () =>
  expect(linksIn('www.example.com/a')[0]?.href).toBe('http://www.example.com/a'));

test('a quotation is folded by mail programs, and what it quotes lies within it', () => {
  const text = 'Yes https://a.example\n\nOn Mon you wrote:\n> Hi <Ada>\n>\n> > First';
  const html = bodyOf('Fine.', { intro: 'On Tue Ada <ada@a.example> wrote:', text });
  expect(html).toContain(
    '<div class="gmail_quote">\n<div dir="auto" class="gmail_attr">On Tue Ada &lt;ada@a.example&gt; wrote:<br></div>\n<blockquote class="gmail_quote" ',
  );
  expect(html?.match(/<blockquote /g)).toHaveLength(3);
  expect(html).toContain(`${P}Hi &lt;Ada&gt;</p>\n<blockquote`);
  expect(html).not.toContain('<a ');
  expect(bodyOf('Fine.', { intro: '', text: '>'.repeat(20_000) })?.match(/<blockquote /g)).toHaveLength(8);
});
