import { LIMITS, limitOf } from '../../events/accounts/limits.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import type { StateOf } from '../../events/catalog.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import type { QuotaState } from '../../events/sending/quota.ts';
import type { SendingFrom } from '../../events/sending/realSending.ts';
import { type FrozenRow, frozenOf } from '../installation/freeze.ts';
import { type Known, type Loaded, type LoadedRow, trustRows } from '../log/load.ts';
import { idOf, ref, streamIdOf } from '../store.ts';
import type { PersonKey } from '../vault/envelope.ts';
import { unwrapKey } from '../vault/personKeys.ts';
import { openSecret } from '../vault/secrets.ts';
import type { Kept } from './keptChecks.ts';
import { type Installation, mailboxTodayOf, type QuotaDayRow } from './mailboxSchedule.ts';
import type { SendMailbox } from './sendMailbox.ts';
import type { HeldRow } from './suppressions.ts';

const DAY_MS = 86_400_000;
/** A local day is a day from UTC's at most, and a mailbox's day can be two from that. */
const DAYS_AROUND = [-3, -2, -1, 0, 1, 2, 3];

/** All that a dispatch reads before its locks. */
export type SendFacts = {
  message: MessageState;
  campaign: CampaignState;
  partner: PartnerState;
  /** Other messages to the same person: a reply to any of them counts, and guards the commit. */
  others: readonly { id: string; state: MessageState }[];
  mailboxes: SendMailbox[];
  /** How many emails of a day the workspace may send, and each mailbox that may have sent some. */
  workspace: { limit: number; mailboxIds: readonly string[] };
  held: readonly HeldRow[];
  owner: string | null;
  /** By person, also damaged ones. */
  keys: ReadonlyMap<string, PersonKey>;
  /** What the check said of its text before. */
  kept: Kept | null;
  /** The streams of the tenant as they were read. */
  known: Known;
  /** A secret in the clear; null: it is gone. */
  secretOf: (secretId: string) => string | null;
};

type Row = LoadedRow & { part: string; stream_id: string };
type KeyRow = { tenant: string; person: string; id: string; wrapped: string };
type SecretRow = { id: string; kind: string; sealed: string };
type Facts = {
  owner: string | null;
  kept: Kept | null;
  frozen: FrozenRow | null;
  held: HeldRow[];
  daysBefore: Record<string, number>;
  keys: KeyRow[];
  secrets: SecretRow[];
};

/** In one statement (log.load_send). */
export async function readSendFacts(installation: Installation, tenant: string, id: string): Promise<SendFacts> {
  const { store, sandbox, publicUrl } = installation;
  const { sql, master } = store;
  const now = store.now().getTime();
  const days = DAYS_AROUND.map((away) => new Date(now + away * DAY_MS).toISOString().slice(0, 10));
  const messageStream = streamIdOf(ref('message', id));
  const rows = await sql<Row[]>`
    select part, stream_id, version, projection_version, at, state from log.load_send(${tenant}, ${messageStream}, ${days})`;
  const facts = rows.find(({ part }) => part === 'facts')?.state as Facts;
  const of = (part: string) => rows.filter((row) => row.part === part);
  const known = new Map<string, Loaded>();
  const statesOf = async <S>(wanted: readonly string[], from: readonly Row[], inTenant = tenant) => {
    const streams = await trustRows(sql, master, inTenant, wanted, from);
    if (inTenant === tenant) for (const stream of streams) known.set(stream.streamId, stream);
    return streams.map(({ state }) => state as S);
  };
  const allOf = async <S>(part: string) => {
    const found = of(part).map(({ stream_id }) => stream_id);
    const states = await statesOf<S>(found, of(part));
    return found.map((streamId, index) => ({ id: idOf(streamId), state: states[index] as S }));
  };

  const [message] = await statesOf<MessageState>([messageStream], of('message'));
  const { campaignId, partnerId } = message as MessageState;
  const [campaign] = await statesOf<CampaignState>([streamIdOf(ref('campaign', campaignId))], of('campaign'));
  const [partner] = await statesOf<PartnerState>([streamIdOf(ref('partner', partnerId))], of('partner'));
  const [profile] = await statesOf<StateOf<'profile'>>([streamIdOf(ref('profile', tenant))], of('profile'));
  const [settled] = await statesOf<StateOf<'installation'>>(['installation-main'], of('installation'), 'system');
  const [emailsADay] = await statesOf<StateOf<'setting'>>(
    [streamIdOf(ref('setting', LIMITS.emails.setting))],
    of('setting'),
    'system',
  );
  const [owner] = await statesOf<StateOf<'user'>>([`user-${facts.owner ?? ''}`], of('user'), 'system');
  const others = await allOf<MessageState>('other');
  const quotas = new Map((await allOf<QuotaState>('quota')).map((quota) => [quota.id, quota.state]));
  const added = await allOf<StateOf<'mailbox'>>('mailbox');
  const [first] = await statesOf<StateOf<'mailbox'>>([streamIdOf(ref('mailbox', tenant))], of('mailbox'));

  const keyOf = (row: KeyRow) => unwrapKey(master, row.tenant, row.person, row.id, Buffer.from(row.wrapped, 'base64'));
  const keys = new Map(facts.keys.map((row) => [row.person, keyOf(row)]));
  const unreadable = ['owner', `user-${facts.owner}`].some((person) => keys.get(person)?.key === null);
  const from: SendingFrom = {
    ...{ sandbox, publicUrl, frozen: facts.frozen && frozenOf(facts.frozen) },
    linkCheck: sandbox ? null : (settled as StateOf<'installation'>).linkCheck,
  };
  const boxes = [{ id: tenant, state: first as StateOf<'mailbox'> }, ...added.filter((one) => one.id !== tenant)];
  const counted = [...quotas.keys()].map((id) => id.slice(0, -'-yyyy-mm-dd'.length));
  return {
    workspace: {
      limit: limitOf('emails', owner?.limits, emailsADay?.value ?? null),
      mailboxIds: [...new Set([...boxes.map(({ id }) => id), ...counted])],
    },
    ...{ message: message as MessageState, campaign: campaign as CampaignState, partner: partner as PartnerState },
    ...{ others, held: facts.held, owner: facts.owner, keys, kept: facts.kept, known },
    mailboxes: boxes.map(({ id: mailboxId, state: mailbox }) => {
      const ofDays = days.flatMap((day): QuotaDayRow[] => {
        const quota = quotas.get(`${mailboxId}-${day}`);
        return quota ? [{ day, zone: quota.zone, sent: Object.keys(quota.taken).length > 0 ? 1 : 0 }] : [];
      });
      const before = facts.daysBefore[`mailbox-${mailboxId}`] ?? 0;
      const about = { id: mailboxId, mailbox, profile: profile as StateOf<'profile'>, from, unreadable };
      const ofToday = mailboxTodayOf(about, [...ofDays, { day: null, zone: null, sent: before }], now);
      const { taken = {}, zone = null } = quotas.get(`${mailboxId}-${ofToday.today.day}`) ?? {};
      return { ...ofToday, mailboxDay: { taken, zone } };
    }),
    secretOf: (secretId) => {
      const row = facts.secrets.find((one) => one.id === secretId);
      return row
        ? openSecret(master, tenant, secretId, { kind: row.kind, sealed: Buffer.from(row.sealed, 'base64') })
        : null;
    },
  };
}
