/** Posts to Inbound Parse by anyone: a hostile form costs little, and a mail of ours is never lost. */
import { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { readInboundForm } from '../../api/inbound/inboundForm.ts';
import { inboundMail } from '../../api/routes/inboundMail.ts';
import type { Store } from '../../db/store.ts';

const KB = 1024;
const MB = 1024 * KB;
const TYPE = 'multipart/form-data; boundary=b0undary';
const END = '--b0undary--\r\n';
const part = (name: string, text = '') =>
  `--b0undary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const file = (name: string, text = '') =>
  `--b0undary\r\nContent-Disposition: form-data; name="${name}"; filename="a.bin"\r\n\r\n${text}\r\n`;
const many = (count: number, one: (number: number) => string) =>
  Array.from({ length: count }, (_, n) => one(n)).join('');

/** `pulled`: how much of it was read. */
function bodyOf(text: string, size = 64 * KB) {
  const bytes = Buffer.from(text);
  const body = { pulled: 0, stream: new ReadableStream<Uint8Array>() };
  body.stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (body.pulled >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(body.pulled, body.pulled + size));
        body.pulled += size;
      },
    },
    { highWaterMark: 0 },
  );
  return body;
}
const read = (text: string, isOurs: (text: string) => boolean, size?: number) =>
  readInboundForm({ contentType: TYPE, body: bodyOf(text, size).stream }, isOurs);

describe('what a stranger posts costs little', () => {
  // no mail of a stranger reaches the database
  const store = { pseudonyms: { linkProof: () => 'B'.repeat(43) } } as unknown as Store;
  const app = new Hono().route('/', inboundMail({ store, inboundDomain: 'replies.example' }));
  async function post(text: string, headers: Record<string, string> = { 'Content-Type': TYPE }) {
    const { stream } = bodyOf(text);
    const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
    const before = process.cpuUsage();
    const { status } = await app.request('/api/webhooks/sendgrid-inbound', init);
    const { user, system } = process.cpuUsage(before);
    return { status, ms: (user + system) / 1000 };
  }
  const forged = `r.${'a'.repeat(61)}@replies.example `;

  test.each([
    ['5,000 distinct names', many(5_000, (n) => part(`name${n}`)) + END, 413],
    ['5,000 fields of one name', many(5_000, () => part('to', forged)) + END, 413],
    [
      'a head of 1 MB and fields',
      part('email', `To: ${forged.repeat(12_000)}\r\n\r\n`) + many(300, () => part('k')) + END,
      200,
    ],
    ['fields between files', many(450, (n) => file(`attachment${n}`) + part('email', 'a')) + END, 200],
    ['a boundary in each line', part('email', '\r\n--b0undar'.repeat(100_000)) + END, 200],
    ['line ends', part('email', '\r\n'.repeat(500_000)) + END, 200],
    ['forged addresses', part('to', forged.repeat(15_000)) + part('envelope', forged.repeat(15_000)) + END, 200],
    ['a head without an end', `--b0undary\r\n${'a: ; name=\r\n'.repeat(100_000)}`, 400],
    ['no form', 'nonsense', 400],
  ])('%s', async (_, text, status) => {
    const answer = await post(text);
    expect(answer.status).toBe(status);
    expect(answer.ms).toBeLessThan(1_000);
  });

  test('a body that is no form is refused', async () => {
    expect((await post('nonsense', { 'Content-Type': 'text/plain' })).status).toBe(400);
    expect((await post('nonsense', { 'Content-Type': `multipart/form-data; boundary=${'b'.repeat(71)}` })).status).toBe(
      400,
    );
  });

  test('each fact is looked at once, and never more than 64 kB of it', async () => {
    const isOurs = vi.fn((_: string) => false);
    const fields = ['email', 'to', 'text', 'headers', 'k'];
    await read(
      many(900, (n) => part(fields[n % fields.length] ?? '', 'a'.repeat(KB))) + part('envelope') + END,
      isOurs,
    );
    expect(isOurs).toHaveBeenCalledTimes(3);
    isOurs.mockClear();
    await read(part('email', 'a'.repeat(2 * MB)) + part('to', 'a'.repeat(MB)) + part('envelope') + END, isOurs);
    expect(isOurs.mock.calls.map(([text]) => text.length)).toEqual([64 * KB, 64 * KB, 0]);
  });

  test('nothing is read after the envelope of a foreign mail, or beyond the limits', async () => {
    const rest = part('email', 'a'.repeat(MB)) + END;
    const foreign = bodyOf(part('envelope', 'x') + rest);
    expect(await readInboundForm({ contentType: TYPE, body: foreign.stream }, () => false)).toBe('foreign');
    expect(foreign.pulled).toBe(64 * KB);
    const crowded = bodyOf(many(2_000, () => part('k')) + rest);
    expect(await readInboundForm({ contentType: TYPE, body: crowded.stream }, () => false)).toBe('too_large');
    expect(crowded.pulled).toBeLessThan(192 * KB);
  });

  test('nothing is read after the client has gone', async () => {
    const error = new Error('The client has gone away.');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(part('to', 'ours') + part('email', 'Hello')));
      },
      pull: (controller) => controller.error(error),
    });
    await expect(readInboundForm({ contentType: TYPE, body: stream }, () => true)).rejects.toBe(error);
  });
});

describe('a mail of ours is kept, whatever it is', () => {
  const isOurs = (text: string) => text.includes('ours');
  const ours = part('to', 'ours');
  const kept = async (text: string, size?: number) => {
    const form = await read(text, isOurs, size);
    if (typeof form === 'string') throw new Error(form);
    return { cut: form.cut, names: [...form.fields.keys()], email: form.fields.get('email')?.toString() ?? null };
  };

  test('with too many parts, a head that is too long, or too many bytes it is cut', async () => {
    const email = part('email', 'Hello');
    expect(await kept(ours + email + many(2_000, (n) => part(`k${n}`)))).toMatchObject({ cut: true, email: 'Hello' });
    expect(await kept(`${ours}${email}--b0undary\r\n${'a'.repeat(20 * KB)}`)).toMatchObject({
      cut: true,
      email: 'Hello',
    });
    const long = await kept(ours + part('email', 'a'.repeat(41 * MB)) + END, MB);
    expect([long.cut, long.email?.length]).toEqual([true, 25 * MB]);
  });

  test('the proof may be in the head of the mail, or come after it', async () => {
    const mail = `To: ours\r\n\r\n${'a'.repeat(2 * MB)}`;
    expect((await kept(part('email', mail) + part('envelope', 'ours') + END)).email).toBe(mail);
    const late = await kept(part('email', 'a'.repeat(2 * MB)) + part('envelope', 'ours') + END);
    expect([late.cut, late.email?.length]).toEqual([true, MB]);
    expect(await read(part('email', 'Hello\r\n\r\nours') + part('envelope') + END, isOurs)).toBe('foreign');
  });

  test('in pieces of any size, with the fields that count and the first of each', async () => {
    const form =
      ours +
      part('email', 'one\r\n--b0undar') +
      part('email', 'two') +
      part('x', 'y') +
      file('attachment1', 'z') +
      file('x', 'z') +
      END;
    for (const size of [1, 7, 64 * KB])
      expect(await kept(form, size)).toEqual({
        cut: false,
        names: ['to', 'email', 'attachment1'],
        email: 'one\r\n--b0undar',
      });
  });

  test('one that breaks off is not taken', async () => {
    await expect(read(ours + part('email', 'Hello').slice(0, -2), isOurs)).rejects.toThrow('broke off');
  });
});
