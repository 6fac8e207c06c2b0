import { setTimeout as wait } from 'node:timers/promises';
import { inboundMail } from '../../../api/routes/inboundMail.ts';
import { readRawMail } from '../../../db/receive/readRawMail.ts';
import { receiveMails } from '../../../db/receive/receiveMail.ts';
import type { LedgerMessage } from '../../../worker/sandbox/ledger.ts';
import { dovecotMissing } from '../../support/dovecot.ts';
import { messageIdFor } from '../../support/messageIds.ts';
import { answerByGmail, answerByImap, mailsFrom, replyTo } from '../answers.ts';
import { CouldNotStrike } from '../couldNotStrike.ts';
import type { FaultRun } from '../faultRun.ts';
import { INBOUND_DOMAIN } from '../inboundDomain.ts';
import type { Random } from '../seeded.ts';
import { answered, insist } from '../user.ts';
import { aWorker, type Fault, STRIKING_MS } from './fault.ts';
import { intents } from './people.ts';
import { served, shuffled } from './webhooks.ts';

/** On a busy machine mails come late. */
const PATIENCE_MS = 20 * STRIKING_MS;

/** Does something to each mail that the sandbox takes from such accounts, until `enough` of them. */
async function toEachMail(
  faultRun: FaultRun,
  provider: LedgerMessage['provider'],
  enough: number,
  act: (mail: LedgerMessage, number: number) => Promise<void>,
): Promise<number> {
  const met = new Set<string>();
  for (const end = Date.now() + PATIENCE_MS; met.size < enough && Date.now() < end; await wait(60)) {
    for (const mail of await mailsFrom(faultRun, provider)) {
      if (met.has(mail.id) || met.size >= enough) continue;
      met.add(mail.id);
      await act(mail, met.size);
    }
  }
  if (met.size === 0) throw new CouldNotStrike('no mail left in time');
  return met.size;
}

async function killOne(faultRun: FaultRun, random: Random): Promise<void> {
  await aWorker(faultRun, random)?.kill();
  faultRun.kills += 1;
  await faultRun.addWorker();
}

/** The connection to the mailbox ends in the middle of readings, and a worker dies in one. */
const imapLost: Fault = {
  name: 'imap-lost',
  alone: true,
  workers: 2,
  missing: async () => dovecotMissing(),
  wish: { accounts: ['smtp'], reads: true },
  async strike(faultRun, random) {
    const count = await toEachMail(faultRun, 'smtp', random.whole(4, 6), async (mail, number) => {
      // a reading of one mail takes about 2,500 bytes
      faultRun.imap?.relay.cutAfter(Array.from({ length: random.whole(1, 3) }, () => random.whole(20, 3_000)));
      await answerByImap(faultRun, mail);
      await wait(random.between(0, 400));
      if (number === 2) await killOne(faultRun, random);
    });
    faultRun.say(`${count} replies came while connections were cut`);
  },
  async heal(faultRun) {
    faultRun.imap?.relay.cutAfter([]);
  },
};

/** More mails than one reading takes, so that it is in the middle of them. */
const STRANGERS = 60;

/** Gmail has forgotten where the last reading ended (404), also while all is read again, and a worker dies. */
const historyLost: Fault = {
  name: 'gmail-history-404',
  alone: true,
  workers: 2,
  wish: { accounts: ['gmail-drafts'], reads: true },
  async strike(faultRun, random) {
    const forget = () => faultRun.fault('reject-4xx', random.whole(1, 3), { status: 404, path: '/history' }, 'gmail');
    const count = await toEachMail(faultRun, 'gmail', random.whole(4, 6), async (mail, number) => {
      if (number === 1)
        for (let one = 0; one < STRANGERS; one += 1) await answerByGmail(faultRun, mail, `n${one}@stranger.example`);
      await forget();
      await answerByGmail(faultRun, mail);
      await wait(random.between(0, 400));
      if (number === 2) await killOne(faultRun, random);
      if (random.chance(0.5)) await forget();
    });
    faultRun.say(`${count} replies came while Gmail forgot its history`);
  },
  heal: (faultRun) => faultRun.endFaults(),
};

type FollowUp = { id: string; sendId: string };

/** Follow-ups that are about to leave, or on their way; each with the first message, which has left. */
const followUps = (faultRun: FaultRun): Promise<FollowUp[]> =>
  answered(
    faultRun.owner().sql<FollowUp[]>`
      select substr(f.stream_id, 9) as id, m.state->'dispatch'->>'sendId' as "sendId"
      from read.messages f join read.messages m on m.tenant_id = f.tenant_id and m.campaign_id = f.campaign_id
        and m.partner_id = f.partner_id and m.step = '1'
      where f.step = '2' and m.status = 'sent' and (f.status in ('claimed', 'dispatching')
        or (f.status = 'scheduled' and f.state->>'scheduledAt' < ${new Date(faultRun.now() + 1_000).toISOString()}))
      order by f.stream_id`,
  ).catch(() => []);

/** People reply just when the follow-up to them leaves. The reply is recorded as a reading of their mailbox does it. */
const replyAtFollowUp: Fault = {
  name: 'reply-at-follow-up',
  workers: 2,
  wish: { campaigns: 1, partners: [3, 4] },
  async strike(faultRun, random) {
    await faultRun.fault('slow', 1_000, { delayMs: 120 });
    const met = new Set<string>();
    const enough = random.whole(3, 5);
    for (const end = Date.now() + PATIENCE_MS; met.size < enough && Date.now() < end; await wait(20)) {
      const found = (await followUps(faultRun)).filter(({ id }) => !met.has(id));
      await Promise.all(
        found.map(async ({ id, sendId }) => {
          const intent = intents(faultRun).find((one) => one.id === id.replace(/2$/, '1'));
          if (!intent) return;
          met.add(id);
          await wait(random.between(0, 200));
          const at = new Date(faultRun.now());
          const named = (of: string) => messageIdFor(faultRun.api().pseudonyms, intent.tenant, of, 'shop.example');
          const { messageId, raw } = replyTo(intent, named(sendId), at);
          const mail = await readRawMail(Buffer.from(raw));
          const by = { tenant: intent.tenant, actor: 'worker:read-mail', source: 'imap' } as const;
          const one = { id: messageId, threadId: null, receivedAt: at.toISOString(), mail };
          // a reading that broke off is made again
          await insist(() => receiveMails(faultRun.api(), by, [one]));
          faultRun.replies.push(messageId);
        }),
      );
    }
    if (met.size === 0) throw new CouldNotStrike('no follow-up was about to leave in time');
    faultRun.say(`${met.size} replies came as their follow-ups left`);
  },
  heal: (faultRun) => faultRun.endFaults(),
};

/** Posts a mail as SendGrid's Inbound Parse does: again and again until it is answered. Answers whether it was taken. */
async function postInbound(faultRun: FaultRun, to: string, raw: string): Promise<boolean> {
  let taken = false;
  await insist(async () => {
    const form = new FormData();
    form.set('email', raw);
    form.set('to', to);
    form.set('envelope', JSON.stringify({ to: [to], from: 'bounce@people.example' }));
    form.set('charsets', JSON.stringify({ to: 'UTF-8' }));
    const route = served(inboundMail({ store: faultRun.api(), inboundDomain: INBOUND_DOMAIN }));
    const answer = await route.request('/api/webhooks/sendgrid-inbound', { method: 'POST', body: form });
    if (answer.status !== 200) throw new Error(`Inbound Parse was answered ${answer.status}.`);
    taken = ((await answer.json()) as { taken: boolean }).taken;
  });
  return taken;
}

/** The address with another letter somewhere. */
const altered = (random: Random, address: string): string => {
  const at = random.whole(2, address.indexOf('@') - 2);
  return `${address.slice(0, at)}${address[at] === 'a' ? 'b' : 'a'}${address.slice(at + 1)}`;
};

/** SendGrid posts each reply several times, late replies before early ones, and strangers post to addresses that were never made. */
const inbound: Fault = {
  name: 'inbound-replies',
  alone: true,
  workers: 2,
  wish: { accounts: ['sendgrid'], campaigns: 1, partners: [5, 6], realIds: true },
  async strike(faultRun, random) {
    await faultRun.fault('slow', 1_000, { delayMs: 120 });
    let late: { to: string; raw: string }[] = [];
    const count = await toEachMail(faultRun, 'sendgrid', random.whole(4, 6), async (mail, number) => {
      const to = mail.headers['Reply-To'] ?? '';
      const reply = () => {
        const { messageId, raw } = replyTo(mail, mail.headers['Message-ID'] ?? '', new Date(faultRun.now()));
        faultRun.replies.push(messageId);
        return { to, raw };
      };
      const forged = replyTo(mail, '', new Date(faultRun.now())).raw;
      late.push(reply(), reply());
      // some wait for those of another mail
      const now = shuffled(random, late).slice(0, random.whole(1, 3));
      late = late.filter((one) => !now.includes(one));
      const [taken, believed] = await Promise.all([
        Promise.all([...now, ...now].map((one) => postInbound(faultRun, one.to, one.raw))),
        postInbound(faultRun, altered(random, to), forged),
      ]);
      if (taken.includes(false)) throw new Error('A reply to an address of ours was not taken.');
      if (believed) throw new Error('A reply to an address that was never made was taken.');
      if (number === 2) await killOne(faultRun, random);
    });
    for (const one of [...late, ...late]) await postInbound(faultRun, one.to, one.raw);
    faultRun.say(`${faultRun.replies.length} replies to ${count} mails were posted twice and in any order`);
  },
  heal: (faultRun) => faultRun.endFaults(),
};

export const replyFaults: readonly Fault[] = [imapLost, historyLost, replyAtFollowUp, inbound];
