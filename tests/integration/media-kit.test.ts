/** The media kit: it is kept, approved with a text, and leaves with it through each provider of the sandbox. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView, SendView } from '../../api/views.ts';
import { forgetFiles } from '../../db/backup/erasures.ts';
import { tablesToKeep } from '../../db/backup/tables.ts';
import { verifyMediaKits } from '../../db/verify/vault.ts';
import { MOST_KIT_BYTES } from '../../events/accounts/kitWords.ts';
import { approveAnyway, setStatus } from '../support/campaigns.ts';
import { idle } from '../support/hurry.ts';
import { kitOfProfile, pdf, sha256, uploadKit } from '../support/mediaKit.ts';
import { type Outreach, readyCampaign, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { connectGmail } from '../support/sandboxGoogle.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const sendsOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const turnOn = ({ person, campaign }: Outreach, mediaKit = true) =>
  person.ok('PATCH', `/api/campaigns/${campaign.id}`, { mediaKit });
const mailsOf = async ({ sends }: Outreach, app = testApp) => {
  const addresses = sends.map(({ recipientEmail }) => recipientEmail);
  return (await app.outbox()).filter(({ to }) => addresses.includes(to));
};
const sendNow = ({ person, sends: [send] }: Outreach) =>
  person.call<ErrorView>('POST', `/api/campaign-sends/${send?.id}/send-now`);
const rowsOf = async (tenant: string) => [
  ...(await testApp.owner.sql<{ hash: string }[]>`select hash from vault.media_kits where tenant_id = ${tenant}`),
];

test('a file is kept, downloaded, replaced and removed', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  expect((await person.call('GET', '/api/media-kit')).status).toBe(404);
  const [first, second] = [pdf(), pdf(MOST_KIT_BYTES)];
  expect(await uploadKit(person, first, 'C:\\kits\\Tra\u202eil\n kit.PDF')).toEqual({
    status: 200,
    body: { name: 'Trail kit.pdf', type: 'application/pdf', size: first.length },
  });
  expect((await uploadKit(person, first)).status).toBe(200);
  expect(await uploadKit(person, second, 'Winter.pdf')).toMatchObject({ status: 200 });
  expect(await kitOfProfile(person)).toEqual({ name: 'Winter.pdf', type: 'application/pdf', size: MOST_KIT_BYTES });
  expect(await rowsOf(tenant)).toEqual([{ hash: sha256(second) }]);
  const answer = await fetch(`${person.url}/api/media-kit`, { headers: { Cookie: person.cookie } });
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Winter.pdf");
  expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(second));
  expect(await person.ok('DELETE', '/api/media-kit')).toBeNull();
  expect(await person.ok('DELETE', '/api/media-kit')).toBeNull();
  expect(await rowsOf(tenant)).toEqual([]);
  const events = await testApp.owner.sql<{ type: string }[]>`
    select type from log.events where tenant_id = ${tenant} and type like 'MediaKit%' order by epoch, tx, position`;
  expect(events.map(({ type }) => type)).toEqual(['MediaKitUploaded', 'MediaKitUploaded', 'MediaKitRemoved']);
});

test('no other file is taken, and the answer says what to do', async () => {
  const { person } = await readyPerson(testApp, 0);
  const refused = async (...file: [Uint8Array, string?, string?]) => {
    const { status, body } = await uploadKit(person, ...file);
    return [status, body.error];
  };
  expect(await refused(Buffer.from('MZ a program'), 'kit.pdf')).toEqual([
    400,
    'A media kit is a PDF, PNG or JPEG file. Choose another one.',
  ]);
  expect(await refused(new Uint8Array())).toEqual([400, 'This file is empty. Choose another one.']);
  expect(await refused(pdf(MOST_KIT_BYTES + 1))).toEqual([413, 'The request is larger than 5 MB.']);
  expect(await refused(pdf(), 'kit.pdf', 'multipart/form-data')).toEqual([
    400,
    'Send the body as application/octet-stream.',
  ]);
  expect(await kitOfProfile(person)).toBeNull();
});

const MAILBOX = {
  ...{ host: 'fastmail', email: 'sam@shop.example', password: 'secret' },
  ...{ smtpHost: 'smtp.fastmail.com', smtpPort: 465, smtpSecurity: 'tls' },
  ...{ imapHost: 'imap.fastmail.com', imapPort: 993, imapSecurity: 'tls' },
};
const mailboxes: Record<string, ((person: Person) => Promise<unknown>) | undefined> = {
  sendgrid: undefined,
  gmail: async (person) => {
    await connectGmail(person);
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
  },
  smtp: async (person) => {
    await person.ok('POST', '/api/mailbox/connect', MAILBOX);
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
  },
};

test.each([
  ['sendgrid', ''],
  ['gmail', ' [long]'],
  ['smtp', ' [long]'],
])('the very bytes leave with a first email, by %s%s', async (provider) => {
  const mailbox = mailboxes[provider];
  const outreach = await readyCampaign(testApp, { partners: 1, texts: 'none', ...(mailbox && { mailbox }) });
  const { person, sends } = outreach;
  const kit = pdf(MOST_KIT_BYTES);
  await uploadKit(person, kit, 'Träil kit.pdf');
  await turnOn(outreach);
  await person.ok('PATCH', `/api/campaign-sends/${sends[0]?.id}`, { subject: 'A vest', body: 'Hello there.' });
  expect((await sendNow(outreach)).body).toMatchObject({ status: 'sent' });
  const [mail, ...others] = await mailsOf(outreach);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ provider, subject: 'A vest' });
  expect(mail?.text).toContain('Hello there.');
  expect(mail?.files).toEqual([{ name: 'Träil kit.pdf', size: kit.length, sha256: sha256(kit) }]);
  expect((await sendsOf(outreach))[0]?.mediaKit).toEqual({ name: 'Träil kit.pdf', size: kit.length });
});

describe('what was approved with another file', () => {
  const ready = async () => {
    const outreach = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
    await idle(testApp.owner.sql);
    return outreach;
  };
  const withdrawn = (outreach: Outreach) =>
    until(
      () => sendsOf(outreach),
      (sends) => sends.every(({ approved }) => !approved),
    );

  test('goes back to review: the switch, a replaced file, a removed one', async () => {
    const outreach = await ready();
    const { person, sends } = outreach;
    await uploadKit(person, pdf());
    await idle(testApp.owner.sql);
    expect((await sendsOf(outreach)).map(({ approved }) => approved)).toEqual([true, true]);
    await turnOn(outreach);
    const detail = 'The media kit changed; review the message again';
    expect((await withdrawn(outreach)).map((send) => send.detail)).toEqual([detail, detail]);
    const approve = async () => {
      for (const { id } of sends)
        await approveAnyway(person, id, { subject: 'A vest', body: `Hello, this is m${id}.` });
      expect((await sendsOf(outreach)).map(({ approved }) => approved)).toEqual([true, true]);
    };
    await approve();
    await uploadKit(person, pdf());
    await withdrawn(outreach);
    await approve();
    await person.ok('DELETE', '/api/media-kit');
    await withdrawn(outreach);
    expect(await mailsOf(outreach)).toEqual([]);
  });

  test('does not leave, even before the worker withdrew it', async () => {
    const outreach = await ready();
    const { person, tenant } = outreach;
    await uploadKit(person, pdf());
    await turnOn(outreach);
    const [send] = await withdrawn(outreach);
    await approveAnyway(person, send?.id, { subject: 'A vest', body: 'Hello there.' });
    await testApp.owner.sql`update vault.media_kits set sealed = sealed || '\\x00' where tenant_id = ${tenant}`;
    const answer = await sendNow(outreach);
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'The media kit cannot be read; upload it again in Settings, then review the message' },
    });
    expect(await mailsOf(outreach)).toEqual([]);
  });
});

test('follow-ups, and campaigns that have it off, leave without it', async () => {
  const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  await uploadKit(outreach.person, pdf());
  await setStatus(outreach.person, outreach.campaign, 'active');
  expect(await sendNow(outreach)).toMatchObject({ status: 200 });
  expect((await mailsOf(outreach)).map(({ files }) => files)).toEqual([[]]);
  expect((await sendsOf(outreach))[0]?.mediaKit).toBeNull();
});

test('it goes with the key of the owner, also when a copy brings it back', async () => {
  const erased = await readyPerson(testApp, 0);
  const other = await readyPerson(testApp, 0);
  await uploadKit(erased.person, pdf());
  await uploadKit(other.person, pdf());
  const { sql } = testApp.owner;
  expect((await tablesToKeep(sql)).map(({ name }) => name)).toContain('vault.media_kits');
  await sql`select vault.destroy_keys(${other.tenant}, array['partner-1'])`;
  await sql`delete from vault.person_keys where tenant_id = ${erased.tenant}`;
  await forgetFiles(sql);
  expect(await rowsOf(erased.tenant)).toEqual([]);
  expect(await rowsOf(other.tenant)).toHaveLength(1);
  await sql`select vault.destroy_keys(${other.tenant}, array['owner'])`;
  expect(await rowsOf(other.tenant)).toEqual([]);
});

test('verify names a media kit that was exchanged, moved or deleted', async () => {
  const [one, other] = [await readyPerson(testApp, 0), await readyPerson(testApp, 0)];
  for (const { person } of [one, other]) await uploadKit(person, pdf());
  const { sql, master } = testApp.owner;
  const wrongAfter = async (statement: string) => {
    const undone = new Error('undone');
    let found: string[] = [];
    await sql
      .begin(async (tx) => {
        await tx.unsafe(statement);
        const both = await Promise.all([one, other].map(({ tenant }) => verifyMediaKits(tx, master, tenant)));
        found = both.flatMap(({ wrong }) => wrong.map(({ tenant, reason }) => `${tenant} ${reason}`));
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return found;
  };
  const of = (tenant: string) => `from vault.media_kits where tenant_id = '${tenant}'`;
  expect(await wrongAfter('select')).toEqual([]);
  expect(
    await wrongAfter(
      `update vault.media_kits set sealed = (select sealed ${of(other.tenant)}) where tenant_id = '${one.tenant}'`,
    ),
  ).toEqual([`${one.tenant} the media kit is not what was uploaded`]);
  expect(await wrongAfter(`delete ${of(one.tenant)}`)).toEqual([`${one.tenant} the media kit is missing`]);
  await one.person.ok('DELETE', '/api/media-kit');
  expect(
    await wrongAfter(`update vault.media_kits set tenant_id = '${one.tenant}' where tenant_id = '${other.tenant}'`),
  ).toEqual([`${one.tenant} the media kit is one that no event tells of`, `${other.tenant} the media kit is missing`]);
});
