import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlSignature, profileChange } from '../../api/sending/htmlSignature.ts';
import { spentMs } from '../support/mainThread.ts';

test.each([
  ['<div>Robin Vale</div><div><b>Northwind</b></div>', null, 'Robin Vale\nNorthwind'],
  ['<p>Robin<br>Vale</p><p>Northwind</p>', '<p>Robin<br />Vale</p><p>Northwind</p>', 'Robin\nVale\n\nNorthwind'],
  ['Robin Vale &amp; Søn &lt;3', null, 'Robin Vale & Søn <3'],
  ['<strong>Robin</strong> <em>Vale</em>', '<b>Robin</b> <i>Vale</i>', 'Robin Vale'],
  // Outlook, Google Docs
  ['<span style="font-weight:700;color:red">Robin</span> <span>Vale</span>', '<b>Robin</b> Vale', 'Robin Vale'],
  ['<b style="font-weight:normal"><p>Robin</p></b>', '<p>Robin</p>', 'Robin'],
  [
    '<a href="https://a.example/book?x=1&amp;y=2" onclick="x()" style="color:red">Book a call</a>',
    '<a href="https://a.example/book?x=1&amp;y=2">Book a call</a>',
    'Book a call (https://a.example/book?x=1&y=2)',
  ],
  ['<a href="https://www.a.example/">a.example</a>', '<a href="https://www.a.example/">a.example</a>', 'a.example'],
  ['<a href="mailto:r@a.example">r@a.example</a>', null, 'r@a.example'],
  ['<a href="mailto:r@a.example">Write to me</a>', null, 'Write to me (r@a.example)'],
  ['<a href="tel:+4976112345">+49 (761) 123-45</a>', null, '+49 (761) 123-45'],
  // cells do not run together, and an icon keeps its link
  ['<table><tr><td>Robin</td><td>Vale</td></tr></table>', '<div>Robin</div><div>Vale</div>', 'Robin\nVale'],
  [
    '<a href="https://linkedin.com/in/robin"><img src="https://a.example/in.png" alt="LinkedIn"></a>',
    '<a href="https://linkedin.com/in/robin">LinkedIn</a>',
    'LinkedIn (https://linkedin.com/in/robin)',
  ],
  ['<p>Robin</p><a href="https://a.example"><img src="https://a.example/p.gif"></a>', '<p>Robin</p>', 'Robin'],
  // right to left, and a line that is longer than mail programs wrap
  ['<p dir="rtl">روبن فيل</p>', '<p>روبن فيل</p>', 'روبن فيل'],
  [`<p>${'Robin Vale '.repeat(20).trim()}</p>`, null, 'Robin Vale '.repeat(20).trim()],
])('%s', (pasted, html, text) => {
  const cleaned = htmlSignature(pasted);
  expect(cleaned?.html).toBe(html ?? pasted);
  expect(cleaned?.text).toBe(text);
});

test.each([
  '<script>alert(1)</script>',
  '<style>p{color:red}</style>',
  '<img src="https://a.example/pixel.gif">',
  '<a href="javascript:alert(1)"></a>',
  '<p>&nbsp;</p><br>',
  '<iframe src="https://a.example"></iframe>',
])('%s has no text', (pasted) => {
  expect(htmlSignature(pasted)).toBeNull();
  expect(profileChange.safeParse({ signatureHtml: pasted }).error?.issues).toMatchObject([
    { path: ['signatureHtml'], message: 'The signature has no text. Add some: pictures are left out.' },
  ]);
});

const ALLOWED = /^(?:[^<>]|<\/?(?:p|div|b|i|a)>|<br \/>|<a href="(?:https?:|mailto:|tel:)[^"]*">)*$/;
const PIECES = [
  ...['<p>', '</p>', '<b style="font-weight:bold">', '</b>', '<span>', '<table><td>', '<svg onload=alert(1)>', '<br>'],
  ...['<a href="javascript:alert(1)">', '<a href=" java\tscript:x">', '<a href="data:text/html,x">', '</a>', '<!--'],
  ...['<a href="https://a.example/?&quot;onclick=x">', '<a href="//a.example">', '<img src=x onerror=y alt="<b>">'],
  ...['-->', '<script>', '</script>', '<style>@import x</style>', '<math><mtext>', '&lt;script&gt;', '&#0;', '"', "'>"],
  ...['<form action=x>', '<input value=x>', '<meta http-equiv=refresh>', '<base href=x>', '<template>', 'Robin', ' '],
];

test('whatever is pasted, only the allowed tags leave, and a second cleaning changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })), { maxLength: 30 }),
      (pieces) => {
        const once = htmlSignature(pieces.join(''));
        if (once === null) return;
        expect(once.html).toMatch(ALLOWED);
        expect(htmlSignature(once.html)).toEqual(once);
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  '<b>',
  '<div>',
  '<table><tr><td>',
  '<a href="https://a.example/">',
  '<span style="',
  '<',
  '&',
  '<p>x</p>',
  '<!--',
])('20,000 characters of %s are cleaned in less than two seconds', (piece) => {
  const before = spentMs();
  htmlSignature(`x${piece.repeat(20_000 / piece.length)}`);
  expect(spentMs() - before).toBeLessThan(2_000);
});

test('the text has a limit, and no signature is one, too', () => {
  const issuesOf = (signatureHtml: string) =>
    profileChange.safeParse({ signatureHtml }).error?.issues.map(({ message }) => message);
  expect(issuesOf('x'.repeat(1_000))).toBeUndefined();
  expect(issuesOf('x'.repeat(1_001))).toEqual(['The text of the signature must be at most 1,000 characters']);
  expect(issuesOf(`<p>${'<b></b>'.repeat(3_000)}</p>`)).toEqual([
    'The HTML signature must be at most 20,000 characters',
  ]);
  expect(issuesOf('<p>{{name}}</p>')).toEqual(['Write out {{name}}: nothing fills it in']);
  expect(profileChange.parse({ signatureHtml: ' ' })).toEqual({ htmlSignature: null });
  expect(profileChange.parse({ jobTitle: 'Owner' })).toEqual({ jobTitle: 'Owner' });
});
