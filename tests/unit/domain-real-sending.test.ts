import { expect, test } from 'vitest';
import { fixWords } from '../../api/present/fixWords.ts';
import { isSampleAddress, sendingNotOpen, unfitPublicUrl } from '../../events/sending/realSending.ts';
import { reasonText } from '../../events/shared/reasons.ts';

const publicUrl = 'https://pilot.northwind.com';
const ADDRESS = '12 Ridge Road';
const at = (url: string, works = true) => ({
  sandbox: false,
  publicUrl: url,
  frozen: null,
  linkCheck: { publicUrl: url, works },
});
const open = at(publicUrl);

test.each([
  ['everything is there', open, ADDRESS, null],
  ['PUBLIC_URL is not fit', at('http://pilot.northwind.com'), ADDRESS, 'not_configured'],
  ['its links were not checked yet', { ...open, linkCheck: null }, ADDRESS, 'not_configured'],
  ['they were, for another one', { ...open, publicUrl: 'https://new.northwind.com' }, ADDRESS, 'not_configured'],
  ['they do not work', at(publicUrl, false), ADDRESS, 'not_configured'],
  ['no postal address', open, null, 'illegal'],
  ['a blank postal address', open, ' \n ', 'illegal'],
  ['neither', at('http://a.b'), null, 'not_configured'],
  ['a sandbox without any of it', { ...at('http://localhost', false), sandbox: true }, null, null],
] as const)('real mail, %s', (_name, from, address, refusal) => {
  expect(sendingNotOpen(from, address)?.refusal ?? null).toBe(refusal);
});

test('what is missing is said in words that name it, and who does what', () => {
  const said = (from: typeof open, address: string | null = ADDRESS) => {
    const notOpen = sendingNotOpen(from, address);
    return notOpen ? `${reasonText(notOpen.reason)}. ${fixWords(notOpen.fix).whatToDo}` : '';
  };
  expect(said(at('http://a.b'))).toMatch(
    /PUBLIC_URL must be an https address.*unsubscribe.*does not begin with https\..*administrator to set it\.$/,
  );
  expect(said(at(publicUrl, false))).toMatch(
    /unsubscribe link that works, and those under https:\/\/pilot\.northwind\.com do not lead to this installation\. Ask your administrator/,
  );
  expect(said(open, null)).toMatch(/postal address in Settings before sending/);
});

test.each([
  ['https://pilot.northwind.com', null],
  ['https://pilot.northwind.com.:8443', null],
  ['https://local.northwind.com', null],
  ['https://10.com', null],
  ['http://pilot.northwind.com', /https/],
  ['https://203.0.113.7', /IP address/],
  ['https://0x7f.1', /IP address/],
  ['https://[2001:db8::7]:3000', /IP address/],
  ['https://pilot', /pilot is a name of your own network/],
  ['https://localhost:3000', /localhost/],
  ['https://pilot.localhost', /\.localhost$/],
  ['https://pilot.local', /\.local$/],
  ['https://pilot.corp.internal.', /\.internal$/],
  ['https://pilot.test', /\.test$/],
  ['https://pilot.example', /\.example$/],
  ['https://pilot.invalid', /\.invalid$/],
] as const)('%s as PUBLIC_URL: %s', (url, wrong) => {
  const found = unfitPublicUrl(url);
  if (wrong) expect(found && reasonText(found)).toMatch(wrong);
  else expect(found).toBeNull();
});

test.each([
  ['ada@lindqvist.example', true],
  ['ada@mail.lindqvist.TEST', true],
  ['ada@some.invalid', true],
  ['ada@localhost', true],
  ['ada@mail.localhost.', true],
  ['ada@example.com', false],
  ['ada@myexample', false],
  ['test@invalid.org', false],
] as const)('%s is a sample address: %s', (email, sample) => expect(isSampleAddress(email)).toBe(sample));
