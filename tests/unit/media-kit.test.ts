import { describe, expect, test } from 'vitest';
import { textHash } from '../../db/log/textHash.ts';
import { MOST_KIT_BYTES } from '../../events/accounts/kitWords.ts';
import { checkKit, kitName } from '../../events/accounts/mediaKit.ts';
import { profile, removeMediaKit, uploadMediaKit } from '../../events/accounts/profile.ts';
import { campaign } from '../../events/campaigns/campaign.ts';
import { approvedKit, kitOf, whyOutdated, withdrawOtherKit } from '../../events/messages/mediaKit.ts';
import { initialMessage, type MessageStatus } from '../../events/messages/messageState.ts';
import { rawMail } from '../../worker/providers/rawMail.ts';
import { takeFiles } from '../../worker/sandbox/readRawMail.ts';
import { pdf, sha256 } from '../support/mediaKit.ts';

const bytes = (...begin: number[]) => Uint8Array.from([...begin, 1, 2, 3]);
const PNG = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

test.each([
  ['a PDF', pdf(), 'application/pdf', 'kit.pdf'],
  ['a PNG under another ending', PNG, 'image/png', 'kit.pdf.png'],
  ['a JPEG', bytes(0xff, 0xd8, 0xff), 'image/jpeg', 'kit.pdf.jpg'],
])('%s is known by its first bytes', (_, content, type, name) => {
  expect(checkKit(content, 'kit.pdf')).toEqual({ type, name, size: content.length });
});

test.each([
  ['kit_empty', new Uint8Array()],
  ['kit_too_large', new Uint8Array(MOST_KIT_BYTES + 1)],
  ['kit_type', Buffer.from('<html>%PDF-')],
  ['kit_type', PNG.slice(0, 7)],
])('%s', (code, content) => {
  expect(() => checkKit(content, 'kit.pdf')).toThrow(expect.objectContaining({ code }));
});

test.each([
  ['Trail kit.PDF', 'Trail kit.pdf'],
  ['C:\\kits\\a.pdf', 'a.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['in\u202efdp.exe', 'infdp.exe.pdf'],
  ['a\r\nBcc: x@a.example.pdf', 'aBcc x@a.example.pdf'],
  ['.pdf', 'media-kit.pdf'],
  ['', 'media-kit.pdf'],
  ['資料.pdf', '資料.pdf'],
  ['x'.repeat(300), `${'x'.repeat(95)}.pdf`],
])('the name %j is cleaned', (given, name) => {
  expect(kitName(given, 'application/pdf')).toBe(name);
});

const KIT = { hash: 'k1', type: 'application/pdf' as const, size: 9, name: 'kit.pdf' };
const text = { subject: 'A vest', body: 'Hello.' };

describe('the approved hash', () => {
  const plain = textHash('a@b.example', text, null);
  const withKit = textHash('a@b.example', text, KIT);
  test('names the file beside the text', () => {
    expect(withKit).toBe(`${plain}+k1`);
    expect(approvedKit(withKit)).toEqual({ hash: 'k1' });
    expect(approvedKit(plain)).toBeNull();
  });
  test.each([
    [withKit, plain, 'media_kit_changed'],
    [plain, withKit, 'media_kit_changed'],
    [withKit, textHash('c@d.example', text, KIT), 'address_changed'],
    [withKit, null, 'address_changed'],
  ])('outdated, and why', (approved, now, code) => {
    expect(whyOutdated(approved, now)).toBe(code);
  });
});

test('only first emails of a campaign that has it on carry it', () => {
  const [on, off] = [true, false].map((mediaKit) => ({ ...campaign.initial, mediaKit }));
  const has = { mediaKit: KIT };
  const followUp = { id: 'f1', textId: 't', afterDays: 3, number: 1, follows: 'm', notBefore: '' };
  expect(kitOf(on as never, has, { step: '1', followUp: null })).toBe(KIT);
  expect(kitOf(on as never, has, { step: 'r1', followUp: null })).toBe(KIT);
  expect(kitOf(on as never, has, { step: '2', followUp })).toBeNull();
  expect(kitOf(on as never, has, { step: 'a1', followUp: null })).toBeNull();
  expect(kitOf(on as never, { mediaKit: null }, { step: '1', followUp: null })).toBeNull();
  expect(kitOf(off as never, has, { step: '1', followUp: null })).toBeNull();
});

test.each<[MessageStatus, string, string[]]>([
  ['approved', '1', ['MessageApprovalWithdrawn']],
  ['scheduled', '1', ['MessageApprovalWithdrawn']],
  ['claimed', '1', ['MessageApprovalWithdrawn']],
  ['deferred', 'r1', ['MessageCancelled']],
  ['dispatching', '1', []],
  ['sent', '1', []],
])('another file: what is %s as step %s', (status, step, types) => {
  const state = { ...initialMessage, status, step, text, approvedHash: 'h+k1' };
  expect(withdrawOtherKit(state, { hash: 'k2' }).map(({ type }) => type)).toEqual(types);
  expect(withdrawOtherKit(state, { hash: 'k1' })).toEqual([]);
});

test('the same upload is no event, nor is a removal without a file', () => {
  const state = { ...profile.initial, exists: true };
  expect(uploadMediaKit(state, KIT)).toHaveLength(1);
  expect(uploadMediaKit({ ...state, mediaKit: KIT }, KIT)).toEqual([]);
  expect(removeMediaKit(state)).toEqual([]);
  expect(() => uploadMediaKit(profile.initial, KIT)).toThrow(expect.objectContaining({ code: 'kit_without_profile' }));
});

test('the sandbox keeps the hash of a file, and not its bytes', async () => {
  const content = pdf(200_000);
  const file = { name: 'Träil “kit”.pdf', type: 'application/pdf', content };
  const mail = { from: { name: null, email: 'a@b.example' }, to: 'c@d.example', ...text, text: text.body, file };
  const { raw, files } = takeFiles(await rawMail(mail));
  expect(files).toEqual([{ name: file.name, size: content.length, sha256: sha256(content) }]);
  expect(raw.length).toBeLessThan(2_000);
  expect(raw).toContain('Hello.');
});
