/** Secrets and personal data that are found nowhere outside their places, in an installation of real processes that meets errors. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type {
  CampaignView,
  InboxView,
  NewAccessTokenView,
  PartnerView,
  SecondFactorKeyView,
  SendView,
} from '../../api/views.ts';
import { takeBackup } from '../../db/backup/takeBackup.ts';
import { connect, type Sql } from '../../db/connection/connect.ts';
import { runningEmbedded } from '../../db/embedded/start-embedded.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { heldIn, searchDatabase } from '../support/byteSearch.ts';
import { freePorts, type Started, startInstallation } from '../support/installation.ts';
import { watchLeaks } from '../support/leaks.ts';
import { Person, until } from '../support/person.ts';
import type { OutboxMail } from '../support/testApp.ts';

const MARK = 'quetzalcoatlus';
// a password that holds a part of the address is refused
const SECRET = 'xochipilli';
const SECRETS = {
  password: `${SECRET}-password`,
  wrongPassword: `${SECRET}-wrong-password`,
  mailboxPassword: `${SECRET}-mailbox-password`,
  apiKey: `SG.${SECRET}-api-key`,
  webhook: `https://hooks.slack.com/services/T0/B0/${SECRET}-webhook`,
  feedToken: `${SECRET}-token-of-the-feed-with-32-signs`,
  metricsToken: `${SECRET}-token-of-metrics-with-32-signs`,
  wrongToken: `pp_${SECRET}wrongtoken`,
  linkToken: `${SECRET}-of-a-link`,
};
const PERSONAL = {
  login: `robin.${MARK}@northwind.example`,
  firstName: 'Robinquetzal',
  sender: `sam.${MARK}@shop.example`,
  postalAddress: `12 ${MARK} Road, Burlington`,
  partner: `Maren ${MARK}`,
  partnerEmail: `maren.${MARK}@lindqvist.example`,
  bio: `Sews tents beside the ${MARK} river`,
  note: `Met at the ${MARK} fair`,
  subject: `A vest for ${MARK}`,
  body: `Hello, this is about the ${MARK} trail`,
  reply: `Tell me more of the ${MARK} vest`,
  stopped: `stopped.${MARK}@gone.example`,
  wrongCell: `${MARK} is no address`,
  stranger: `stranger.${MARK}@nowhere.example`,
};
const MAILBOX = {
  ...{ host: 'fastmail', email: PERSONAL.sender, password: SECRETS.mailboxPassword },
  ...{ smtpHost: 'smtp.fastmail.com', smtpPort: 465, smtpSecurity: 'tls' },
  ...{ imapHost: 'imap.fastmail.com', imapPort: 993, imapSecurity: 'tls' },
};

const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-canaries-'));
const dataDir = path.join(folder, 'data');
let env: Parameters<typeof startInstallation>[0];
let app: Started;
let sql: Sql;
/** What calls answered with 4xx or 5xx. */
const errors: string[] = [];
const addresses: string[] = [];

beforeAll(async () => {
  const { port, sandboxPort } = await freePorts();
  env = {
    ...{ DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort), SEND_GAP_SECONDS: '1-1' },
    LOG_LEVEL: 'debug',
    ...{ FEED_TOKEN: SECRETS.feedToken, METRICS_TOKEN: SECRETS.metricsToken },
  };
  app = await startInstallation(env);
  sql = connect(runningEmbedded(dataDir) ?? '', { role: 'owner', name: 'test', max: 2 });
}, 180_000);
afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await app?.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A call that is refused. `typed`: what the form gives back. */
async function refused(url: string, init: RequestInit = {}, typed = ''): Promise<void> {
  const answer = await fetch(`${app.url}${url}`, { redirect: 'manual', ...init });
  expect(answer.status, url).toBeGreaterThanOrEqual(400);
  errors.push((await answer.text()).replace(typed, ''));
  addresses.push(answer.headers.get('Location') ?? '');
}

const json = (body: unknown, cookie = ''): RequestInit => ({
  ...{ method: 'POST', body: JSON.stringify(body) },
  headers: { 'Content-Type': 'application/json', Cookie: cookie },
});
const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });

async function outbox(): Promise<OutboxMail[]> {
  const headers = { Accept: 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${env.SANDBOX_PORT}/outbox`, { headers });
  return ((await answer.json()) as { messages: OutboxMail[] }).messages;
}

/** A list is imported, an email is written, sent and answered. */
async function mainLoop(person: Person): Promise<void> {
  await person.ok('PUT', '/api/auth/name', { firstName: PERSONAL.firstName, lastName: 'Vale' });
  await person.ok('PUT', '/api/business-profile', {
    ...{ businessName: 'Northwind', industry: 'Fitness', userFullName: PERSONAL.firstName, timezone: 'UTC' },
    ...{ contactEmail: PERSONAL.login, postalAddress: PERSONAL.postalAddress },
  });
  await person.ok('PUT', '/api/email-settings', {
    ...{ emailProvider: 'sendgrid', fromEmail: PERSONAL.sender, sendgridApiKey: SECRETS.apiKey },
  });
  await person.ok('POST', '/api/mailbox/connect', MAILBOX);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
  await person.ok('POST', '/api/notifications/webhook', { channel: 'slack', url: SECRETS.webhook });
  await person.ok('POST', '/api/suppressions', { email: PERSONAL.stopped, reason: 'user' });
  const profileUrl = 'https://www.linkedin.com/in/maren-of-the-test';
  await person.import([
    { name: PERSONAL.partner, email: PERSONAL.partnerEmail, bio: PERSONAL.bio, profileUrl },
    { name: PERSONAL.stranger, email: PERSONAL.wrongCell, profileUrl: PERSONAL.wrongCell },
  ]);
  const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
  const id = partner?.id ?? '';
  await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  await person.ok('PATCH', `/api/partners/${id}/notes`, { addNote: PERSONAL.note });
  const { id: campaign } = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{ name: 'Spring', subjectType: 'static', staticSubject: PERSONAL.subject, dailyLimit: 5 },
    messagePrompt: 'Offer a free vest.',
  });
  await person.ok('POST', `/api/campaigns/${campaign}/partners`, { partnerIds: [id] });
  const [send] = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign}/sends`);
  await person.ok('PATCH', `/api/campaign-sends/${send?.id}`, { subject: PERSONAL.subject, body: PERSONAL.body });
  await person.ok('PUT', `/api/campaigns/${campaign}/status`, { status: 'active' });
  const mails = await until(outbox, (sent) => sent.some(({ to }) => to === PERSONAL.partnerEmail), 60_000);
  const mail = mails.find(({ to }) => to === PERSONAL.partnerEmail);
  const reply = await fetch(
    `http://127.0.0.1:${env.SANDBOX_PORT}/outbox/${mail?.id}/reply`,
    json({ text: PERSONAL.reply }),
  );
  expect(reply.status).toBeLessThan(300);
  await until(
    () => person.ok<InboxView>('GET', '/api/inbox'),
    ({ conversations }) => conversations.length > 0,
    60_000,
  );
}

async function provokeErrors(person: Person): Promise<void> {
  const { cookie } = person;
  const bearer = { headers: { Authorization: `Bearer ${SECRETS.wrongToken}` } };
  await refused('/api/login', form({ email: PERSONAL.stranger, password: SECRETS.wrongPassword }), PERSONAL.stranger);
  await refused('/api/partners', bearer);
  await refused('/api/events', { headers: { Authorization: `Bearer ${SECRETS.wrongPassword}` } });
  await refused('/metrics', bearer);
  await refused(`/api/${MARK}/${PERSONAL.stranger}`, { headers: { Cookie: cookie } });
  await refused(`/api/partners/${SECRETS.linkToken}`, { headers: { Cookie: cookie } });
  await refused(`/u/${SECRETS.linkToken}`);
  await refused(`/api/reset/${SECRETS.linkToken}`);
  await refused(`/api/reset?token=${SECRETS.linkToken}`);
  await refused(`/api/login/issuer/callback?code=${SECRETS.linkToken}&state=${SECRETS.linkToken}`);
  await refused('/api/gmail/callback', json({ code: SECRETS.linkToken, state: SECRETS.linkToken }, cookie));
  await refused(
    '/api/webhooks/sendgrid',
    json([{ event: 'bounce', email: PERSONAL.stranger, reason: PERSONAL.reply }]),
  );
  await refused('/api/webhooks/sendgrid-inbound', form({ from: PERSONAL.stranger, text: PERSONAL.reply }));
  await refused('/api/campaigns', json({ name: { name: PERSONAL.partner }, messagePrompt: 7 }, cookie));
  await refused('/api/campaigns', { ...json({}, cookie), body: `{"name": ${PERSONAL.partner}` });
  await refused('/api/mailbox/connect?account=new', json({ ...MAILBOX, smtpHost: SECRETS.mailboxPassword }, cookie));
  await refused('/api/auth/password', json({ current: SECRETS.wrongPassword, password: 'another horse' }, cookie));
  await refused('/api/auth/second-factor/confirm', json({ code: SECRETS.linkToken }, cookie));
  await refused('/api/partners/ingest-url', json({ profileUrl: PERSONAL.wrongCell }, cookie));
}

test('canaries are found nowhere but in their places', async () => {
  const watch = watchLeaks({ owner: { sql } });
  const person = await new Person(app.url).signUp(PERSONAL.login, SECRETS.password);
  const { password } = SECRETS;
  const { secret: totp } = await person.ok<SecondFactorKeyView>('POST', '/api/auth/second-factor', { password });
  const tokenForm = { name: 'Zapier', scopes: ['read', 'admin'], days: 30, password };
  const { token } = await person.ok<NewAccessTokenView>('POST', '/api/auth/tokens', tokenForm);
  const secretKey = readFileSync(path.join(dataDir, 'secret.key'), 'utf8').trim();
  const session = person.cookie.split('=')[1] ?? '';
  const secrets = [...Object.values(SECRETS), totp, token, secretKey, session];
  const personal = Object.values(PERSONAL);
  watch.lookFor([...secrets, ...personal]);
  await mainLoop(person);
  await provokeErrors(person);

  const file = path.join(folder, 'backup');
  await takeBackup(sql, masterKey(secretKey), file);
  const bytes = readFileSync(file);
  const inBackup = bytes.subarray(0, 2).toString('hex') === '1f8b' ? gunzipSync(bytes) : bytes;
  const metrics = await fetch(`${app.url}/metrics`, { headers: { Authorization: `Bearer ${SECRETS.metricsToken}` } });
  expect(metrics.status).toBe(200);
  const mails = await outbox();
  const links = mails.flatMap(
    ({ text, html, headers }) =>
      `${text} ${html ?? ''} ${JSON.stringify(headers)}`.match(/https?:\/\/[^\s"<>]+/g) ?? [],
  );
  const all = [...secrets, ...personal];
  const looked: Record<string, { texts: readonly string[]; held: string[] }> = {};
  const look = (place: string, texts: readonly string[], needles = all) => {
    looked[place] = { texts, held: heldIn(texts.join('\n'), needles) };
  };
  look('logs of the processes', app.output().split('\n'));
  look('error answers', errors);
  look('links and redirects', [...addresses, ...links]);
  look('metrics', [await metrics.text()]);
  look('security log', [JSON.stringify(await person.ok('GET', '/api/admin/security-log'))]);
  look('backup', [inBackup.toString('latin1')]);
  const { leaked, looked: clear } = await watch.end();
  looked['jobs and the clear part of events'] = { texts: Array(clear), held: leaked };
  const inDatabase = await searchDatabase(sql, all);
  // read models hold what the screens show; a secret is in none of them
  const wrong = Object.entries(inDatabase).filter(
    ([needle, places]) => secrets.includes(needle) || places.some((place) => !/(^|of )(read|lists)\./.test(place)),
  );
  looked['tables of the database but read models'] = {
    texts: ['all'],
    held: wrong.map(([needle, places]) => `${needle}: ${places}`),
  };
  console.table(
    Object.fromEntries(
      Object.entries(looked).map(([place, { texts, held }]) => [place, { texts: texts.length, found: held.length }]),
    ),
  );
  for (const [place, { texts }] of Object.entries(looked)) expect(texts.length, place).toBeGreaterThan(0);
  expect(Object.entries(looked).flatMap(([place, { held }]) => held.map((one) => `${place}: ${one}`))).toEqual([]);
  expect(app.output()).toMatch(/api: request \(/);
  // the search itself finds what is there
  expect(heldIn(JSON.stringify(mails), [PERSONAL.body])).toEqual([PERSONAL.body]);
}, 300_000);
