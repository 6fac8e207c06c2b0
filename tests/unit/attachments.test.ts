import { expect, test } from 'vitest';
import { asDownload } from '../../api/http/download.ts';
import { keptFiles } from '../../events/conversations/attachments.ts';

const MB = 1024 * 1024;

test.each([
  ['all that fit', [MB, 2 * MB], 0, [true, true]],
  ['none that is too large, or did not come', [11 * MB, Number.POSITIVE_INFINITY, 1], 0, [false, false, true]],
  ['of a mail so much', [9 * MB, 7 * MB, 6 * MB], 0, [true, false, true]],
  ['of a conversation so much', [MB, 2 * MB, MB], 98 * MB, [true, false, true]],
  ['nothing once it is full', [1], 100 * MB, [false]],
])('attachments are kept: %s', (_, sizes, before, kept) => {
  expect(keptFiles(sizes, before)).toEqual(kept);
});

test.each([
  ['kit.pdf', 'kit.pdf'],
  ["Ada's (new) kit*.pdf", 'Ada%27s%20%28new%29%20kit%2A.pdf'],
  ['a\r\nSet-Cookie: x"', 'a__Set-Cookie%3A%20x%22'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['photo\u202egpj.exe', 'photo_gpj.exe'],
  ['half \ud83d', 'half%20_'],
  ['Gr\u00fc\u00dfe.txt', 'Gr%C3%BC%C3%9Fe.txt'],
  ['', 'attachment'],
])('the name of a download splits no header and hides no ending: %j', (name, encoded) => {
  expect(asDownload(name)['Content-Disposition']).toBe(`attachment; filename*=UTF-8''${encoded}`);
});
