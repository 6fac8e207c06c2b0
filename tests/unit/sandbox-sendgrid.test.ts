import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Client from '@sendgrid/client/src/classes/client.js';
import MailService from '@sendgrid/mail/src/classes/mail-service.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../worker/sandbox/serve.ts';

let sandbox: Sandbox;
let dataDir: string;
const start = () => startSandbox({ dataDir, port: 0, host: '127.0.0.1' });

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-sendgrid-'));
  sandbox = await start();
});

afterEach(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

const service = () => {
  const client = new Client();
  const mail = new MailService();
  mail.setClient(client);
  mail.setApiKey('SG.any');
  client.setDefaultRequest('baseUrl', `${sandbox.url}/sendgrid`);
  return mail;
};

const mail = {
  to: 'ada@lark.example',
  from: { email: 'robin@northwind.example', name: 'Robin Vale' },
  replyTo: 'reply@northwind.example',
  subject: 'An idea',
  text: 'Hi Ada,\n\nhello.',
  html: '<p>Hi Ada</p>',
  headers: { 'List-Unsubscribe': '<https://x.example/u>' },
  customArgs: { send_id: 'message-1' },
};

const outbox = async (): Promise<Record<string, unknown>[]> => {
  const answer = await fetch(`${sandbox.url}/outbox`, { headers: { accept: 'application/json' } });
  const body = (await answer.json()) as { messages: Record<string, unknown>[] };
  expect(Object.keys(body)).toEqual(['messages']);
  return body.messages;
};

const post = (body: unknown, headers: Record<string, string> = { authorization: 'Bearer SG.any' }) =>
  fetch(`${sandbox.url}/sendgrid/v3/mail/send`, { method: 'POST', headers, body: JSON.stringify(body) });

const raw = {
  personalizations: [{ to: [{ email: 'a@b.example' }] }],
  from: { email: 'c@d.example' },
  subject: 'S',
  content: [{ type: 'text/plain', value: 'text' }],
};

describe('mail/send', () => {
  it('takes a mail from the real client and shows it in the outbox', async () => {
    const [answer] = await service().send(mail);
    expect(answer.statusCode).toBe(202);
    expect(answer.headers['x-message-id']).toMatch(/^\w{22}$/);
    const [message, ...rest] = await outbox();
    expect(rest).toEqual([]);
    expect(message).toEqual({
      id: `${answer.headers['x-message-id']}.0`,
      provider: 'sendgrid',
      to: 'ada@lark.example',
      from: 'robin@northwind.example',
      fromName: 'Robin Vale',
      subject: 'An idea',
      text: 'Hi Ada,\n\nhello.',
      html: '<p>Hi Ada</p>',
      headers: { 'Reply-To': 'reply@northwind.example', 'List-Unsubscribe': '<https://x.example/u>' },
      customArgs: { send_id: 'message-1' },
      acceptedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      files: [],
      raw: expect.stringMatching(/^From: Robin Vale <robin@northwind.example>\r$/m),
    });
  });

  it('refuses what SendGrid refuses, names the field, and accepts nothing', async () => {
    const { subject: _, ...withoutSubject } = raw;
    const { from: __, ...withoutFrom } = raw;
    const cases: [unknown, string][] = [
      [withoutSubject, 'subject'],
      [withoutFrom, 'from.email'],
      [{ ...raw, personalizations: [] }, 'personalizations'],
      [{ ...raw, personalizations: [{}] }, 'personalizations.0.to'],
      [{ ...raw, personalizations: [{ to: [{ email: 'nobody' }] }] }, 'personalizations.0.to.0.email'],
      [
        { ...raw, personalizations: [{ to: [{ email: 'a@b.example' }, { email: 'A@b.example' }] }] },
        'personalizations.0',
      ],
      [{ ...raw, from: { email: 'x' } }, 'from.email'],
      [{ ...raw, content: [] }, 'content'],
      [{ ...raw, content: [{ type: 'text/plain', value: '' }] }, 'content.0.value'],
      [
        {
          ...raw,
          content: [
            { type: 'text/html', value: '<p>' },
            { type: 'text/plain', value: 'x' },
          ],
        },
        'content',
      ],
    ];
    for (const [body, field] of cases) {
      const answer = await post(body);
      expect(answer.status, field).toBe(400);
      const { errors } = (await answer.json()) as { errors: { message: string; field: string; help: string }[] };
      expect(errors[0]).toMatchObject({ field, message: expect.any(String), help: expect.stringContaining('http') });
    }
    const anonymous = await post(raw, {});
    expect(anonymous.status).toBe(401);
    expect(await anonymous.json()).toMatchObject({ errors: [{ field: null }] });
    const large = await post({ ...raw, content: [{ type: 'text/plain', value: 'x'.repeat(31 * 1024 * 1024) }] });
    expect(large.status).toBe(413);
    expect(await outbox()).toEqual([]);
  });
});

describe('as unkind as SendGrid', () => {
  const sent = async (key: string, from = 'c@d.example', path = 'sendgrid') => {
    const answer = await fetch(`${sandbox.url}/${path}/v3/mail/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...raw, from: { email: from } }),
    });
    const { errors } = (await answer.json().catch(() => ({}))) as { errors?: { message: string; field: string }[] };
    return [answer.status, errors?.[0]?.message.slice(0, 40) ?? null, errors?.[0]?.field ?? null];
  };

  it.each([
    ['SG.any', 202, null],
    ['SG.revoked', 401, 'The provided authorization grant is inva'],
    ['SG.no-credits', 401, 'Maximum credits exceeded'],
    ['SG.read-only', 403, 'access forbidden'],
    ['SG.suspended', 403, 'Your account has been suspended'],
    ['SG.eu-any', 401, 'The provided authorization grant is inva'],
  ])('answers %s with %s', async (key, status, message) => {
    expect((await sent(key)).slice(0, 2)).toEqual([status, message]);
  });

  it('takes the keys of the EU at their host alone', async () => {
    expect((await sent('SG.eu-any', 'c@d.example', 'sendgrid-eu'))[0]).toBe(202);
    expect((await sent('SG.any', 'c@d.example', 'sendgrid-eu'))[0]).toBe(401);
  });

  it('sends from verified senders alone', async () => {
    const refused = [403, 'The from address does not match a verifi', 'from'];
    expect(await sent('SG.any', 'x@unverified.example')).toEqual(refused);
    expect(await sent('SG.any', 'pending@unverified.example')).toEqual(refused);
    expect((await sent('SG.any', 'single@unverified.example'))[0]).toBe(202);
  });

  it('refuses headers of its own, and custom arguments over 10,000 bytes', async () => {
    expect((await post({ ...raw, headers: { 'Reply-To': 'a@b.example' } })).status).toBe(400);
    expect((await post({ ...raw, headers: { 'X-A:\r\nBcc': 'a@b.example' } })).status).toBe(400);
    expect((await post({ ...raw, custom_args: { a: 'x'.repeat(10_000) } })).status).toBe(400);
    expect((await post({ ...raw, headers: { 'List-Unsubscribe': '<https://x.example>' } })).status).toBe(202);
  });
});

describe('the ledger', () => {
  const file = () => path.join(dataDir, 'sandbox', 'ledger.ndjson');
  const restart = async () => {
    await sandbox.close();
    sandbox = await start();
  };

  it('has a mail on the disk before it is accepted, and keeps it over a restart', async () => {
    await post(raw);
    expect((await readFile(file(), 'utf8')).trim().split('\n')).toHaveLength(1);
    await restart();
    expect(await outbox()).toHaveLength(1);
  });

  it('loses no accepted mail to a torn last line, and goes on after it', async () => {
    await post(raw);
    await sandbox.close();
    await appendFile(file(), '{"id":"torn","to":"x@');
    sandbox = await start();
    await post(raw);
    await restart();
    const messages = await outbox();
    expect(messages).toHaveLength(2);
    expect(messages.map(({ to }) => to)).toEqual(['a@b.example', 'a@b.example']);
  });

  it('keeps a whole last line that lacks only its line end', async () => {
    await post(raw);
    await sandbox.close();
    await writeFile(file(), (await readFile(file(), 'utf8')).trimEnd());
    sandbox = await start();
    await post(raw);
    await restart();
    expect(await outbox()).toHaveLength(2);
  });

  it('says so when a line in the middle is damaged', async () => {
    await sandbox.close();
    await writeFile(file(), 'nonsense\n');
    await expect(start()).rejects.toThrow(/line 1 is damaged/);
    await rm(file());
    sandbox = await start();
  });
});

describe('the outbox page', () => {
  const html = async () => (await fetch(`${sandbox.url}/outbox`, { headers: { accept: 'text/html,*/*' } })).text();

  it('shows an empty state, then mails with the newest first', async () => {
    expect(await html()).toContain('No mail yet');
    await post({ ...raw, subject: 'First' });
    await post({ ...raw, subject: 'Second' });
    const text = await html();
    expect(text.indexOf('Second')).toBeLessThan(text.indexOf('First'));
    expect(text.indexOf('Second')).toBeGreaterThan(0);
  });

  it('escapes everything that a mail brings along', async () => {
    const evil = '<script>alert("x")</script>';
    await post({
      ...raw,
      subject: `S${evil}`,
      content: [
        { type: 'text/plain', value: `T${evil}` },
        { type: 'text/html', value: `H${evil}` },
      ],
      headers: { 'X-Evil': evil },
      custom_args: { [evil]: evil },
    });
    const text = await html();
    expect(text).not.toContain('<script');
    expect(text.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(6);
  });
});

it('lists the sample people as a page and as JSON', async () => {
  const json = (await (await fetch(`${sandbox.url}/people`, { headers: { accept: 'application/json' } })).json()) as {
    people: { profileUrl: string }[];
  };
  expect(json.people.length).toBeGreaterThanOrEqual(400);
  const page = await (await fetch(`${sandbox.url}/people`)).text();
  expect(page).toContain(json.people[0]?.profileUrl);
});

describe('scopes', () => {
  const scopes = (headers: Record<string, string>) => fetch(`${sandbox.url}/sendgrid/v3/scopes`, { headers });

  it('says what a key may do', async () => {
    const answer = await scopes({ authorization: 'Bearer SG.any' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ scopes: expect.arrayContaining(['mail.send']) });
  });

  it('keeps a key that may only read from sending', async () => {
    const authorization = 'Bearer SG.read-only';
    expect(await (await scopes({ authorization })).json()).toEqual({
      scopes: expect.not.arrayContaining(['mail.send']),
    });
    const answer = await post(raw, { authorization });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ errors: [{ message: 'access forbidden', field: null, help: null }] });
    expect(await outbox()).toEqual([]);
  });
});
