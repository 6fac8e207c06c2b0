import { UnknownEvent } from '../../events/catalog.ts';
import { counted } from '../../events/shared/format.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { compareLists, type WrongList } from '../lists/compare.ts';
import type { WrongEvent } from '../log/chains.ts';
import { verifyStreams } from '../log/verify.ts';
import { type Difference, differenceInWords, inOrder } from '../read/differences.ts';
import { compareRows } from '../read/rebuild.ts';
import type { SignedCheckpoint } from '../seal/checkpoint.ts';
import { lookAtMark } from '../seal/highWater.ts';
import type { LeafPosition } from '../seal/leaves.ts';
import { signingKey } from '../seal/signingKey.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { type DamagedKey, damagedKeys } from '../vault/personKeys.ts';
import { verifyAddressKey } from './addressKey.ts';
import { verifyEpochs } from './epochs.ts';
import { verifyGuards } from './guards.ts';
import { proveMails, provenInWords } from './mailProof.ts';
import { verifyPersonKeys } from './personKeys.ts';
import {
  LATE_MINUTES,
  type MisdatedEvent,
  type SealsVerified,
  sealPosition,
  verifyAgainst,
  verifySeals,
  type WrongSeal,
} from './seals.ts';
import { verifySends, type WrongRecord } from './sends.ts';
import { verifyFiles, verifyMediaKits, verifySecrets } from './vault.ts';

export type CheckName =
  | 'guards'
  | 'chains'
  | 'seals'
  | 'outside'
  | 'mark'
  | 'epochs'
  | 'sends'
  | 'keys'
  | 'address'
  | 'vault'
  | 'rows';

/** A wrong place, and what is wrong there. `events`: between which places the events of a wrong seal lie. */
export type WrongPlace = {
  at: string;
  reason: string;
  tenant?: string;
  streamId?: string;
  version?: number;
  seal?: number;
  recordedAt?: string;
  events?: { after: LeafPosition; to: LeafPosition };
};

/** One part of a verification, in words, with every wrong place. */
export type Check = {
  check: CheckName;
  ok: boolean;
  seconds: number;
  said: string;
  /** What was not looked at. */
  warning?: string;
  counts: Readonly<Record<string, number>>;
  wrong: readonly WrongPlace[];
};

const REASONS: Record<WrongEvent['reason'], string> = {
  hash: 'it was altered, or the event before it was',
  hole: 'an event before it is missing',
  time: 'it is earlier than the event before it',
};

export const ofRecord = (wrong: WrongRecord): WrongPlace => ({
  at: `${wrong.tenant} ${wrong.streamId}@${wrong.version}`,
  ...wrong,
});
export const ofEvent = ({ reason, ...event }: WrongEvent): WrongPlace =>
  ofRecord({ ...event, reason: REASONS[reason] });
export const ofSeal = (wrong: WrongSeal): WrongPlace => ({
  at: sealPosition(wrong),
  reason: wrong.reason,
  ...(wrong.seal === null ? {} : { seal: wrong.seal }),
  ...(wrong.events ? { events: wrong.events } : {}),
});

const ofTime = (event: MisdatedEvent, reason: string): WrongPlace => ({
  at: `${event.tenant} ${event.streamId}@${event.version} of ${event.recordedAt}`,
  reason,
  ...event,
});

const ofMail = (wrong: WrongRecord & { recordedAt?: string }): WrongPlace =>
  wrong.recordedAt === undefined ? ofRecord(wrong) : ofTime({ ...wrong, recordedAt: wrong.recordedAt }, wrong.reason);

/** The seals themselves first, then the times that they prove. */
function ofSeals({ wrong, misdated, late }: SealsVerified): WrongPlace[] {
  const places = wrong ? [ofSeal(wrong)] : [];
  const dated = 'its time is not between the checkpoints around it: it was back-dated, or a clock was wrong';
  places.push(...misdated.named.map((event) => ofTime(event, dated)));
  const unnamed = misdated.events - misdated.named.length;
  if (unnamed > 0) places.push({ at: counted(unnamed, 'more event'), reason: dated });
  if (late.first)
    places.push(
      ofTime(
        late.first,
        `it is older than ${LATE_MINUTES} minutes and not sealed (${counted(late.events, 'event')} in all). Either no worker has run since, or seals were removed. If no worker ran, run npm run audit -- seal`,
      ),
    );
  return places;
}

type CheckFinding = Pick<Check, 'said' | 'counts' | 'wrong'> & { warning?: string | undefined };

const ofDamaged = ({ tenant, person }: DamagedKey): WrongPlace => ({
  at: `${tenant} ${person}`,
  tenant,
  streamId: person,
  reason: 'the key is damaged and opens nothing. Restore it from a backup, or erase the person',
});

const ofList = ({ tenant, of }: WrongList): WrongPlace => ({
  at: `${tenant} ${of}`,
  tenant,
  reason: 'the lists show something else',
});

export const ofRow = (difference: Difference): WrongPlace =>
  ofRecord({
    tenant: difference.tenant,
    streamId: difference.streamId,
    version: difference.folded ?? difference.live ?? 0,
    reason: differenceInWords(difference),
  });

async function timed(check: CheckName, look: () => Promise<CheckFinding>): Promise<Check> {
  const started = performance.now();
  const { said, counts, wrong, warning } = await look();
  const seconds = (performance.now() - started) / 1000;
  return { check, ok: wrong.length === 0, seconds, said, ...(warning ? { warning } : {}), counts, wrong };
}

/** Triggers, policies, functions, rights and all else that rules rest on, compared with what this release makes. `sql`: any role's. */
const verifyRelease = (sql: Sql, master: MasterKey): Promise<Check> =>
  timed('guards', async () => {
    const { guards, wrong } = await sql.begin('read only', (tx) => verifyGuards(tx, master));
    return { said: counted(guards, 'guard'), counts: { guards }, wrong };
  });

/** The log alone: the chains of all streams (of one tenant, if named) and all seals. `against`: a seal kept outside. */
export async function verifyRecord(
  sql: Sql | Tx,
  master: MasterKey,
  { tenant, against }: { tenant?: string | undefined; against?: SignedCheckpoint | undefined } = {},
): Promise<Check[]> {
  const { id } = await signingKey(sql, master);
  const looks = [
    timed('chains', async () => {
      const { events, streams, wrong } = await verifyStreams(sql, tenant);
      const said = `${counted(events, 'event')} of ${counted(streams, 'stream')}`;
      return { said, counts: { events, streams }, wrong: wrong.map(ofEvent) };
    }),
    timed('seals', async () => {
      const found = await verifySeals(sql, id);
      const { seals, events, waiting, late, misdated } = found;
      const said = `${counted(seals, 'seal')} over ${counted(events, 'event')}; ${counted(waiting, 'event')} after the newest one`;
      const counts = { seals, events, waiting, late: late.events, misdated: misdated.events };
      return { said, counts, wrong: ofSeals(found) };
    }),
  ];
  if (against) {
    looks.push(
      timed('outside', async () => {
        const { size, sealedAt } = against;
        const wrong = await verifyAgainst(sql, against, id);
        return {
          said: `${counted(size, 'event')} of ${sealedAt}`,
          counts: { size },
          wrong: wrong ? [ofSeal(wrong)] : [],
        };
      }),
    );
  }
  return Promise.all(looks);
}

/** Whether the database has the newest event that its worker saw, by `high-water.json` in `dataDir`. null: there is no such folder. */
const verifyMark = (sql: Sql, master: MasterKey, dataDir: string | null): Promise<Check> =>
  timed('mark', async () => {
    const found = dataDir === null ? null : await lookAtMark(sql, (await signingKey(sql, master)).id, dataDir);
    if (!found) return { said: 'no high-water.json to compare with', counts: {}, wrong: [] };
    return {
      said: found.said,
      counts: {},
      wrong: found.wrong === null ? [] : [{ at: found.file, reason: found.wrong }],
    };
  });

type Wanted = {
  tenant?: string | undefined;
  quick: boolean;
  against?: SignedCheckpoint | undefined;
  /** Where a worker of this host keeps its mark. */
  dataDir: string | null;
};

/** Everything, in this order. The consequences of a log that is wrong say nothing, and are left out. `sql`: the owner's, or one that only reads. */
export async function verifyAll(
  sql: Sql,
  master: MasterKey,
  { tenant, quick, against, dataDir }: Wanted,
): Promise<{ checks: Check[]; recordHolds: boolean }> {
  const record = await verifyRecord(sql, master, { tenant, against });
  const recordHolds = record.every(({ ok }) => ok);
  const checks = [await verifyRelease(sql, master), ...record, await verifyMark(sql, master, dataDir)];
  if (recordHolds) checks.push(...(await verifyConsequences(sql, master, { tenant, quick })));
  return { checks, recordHolds };
}

/** Lists are made again to be compared, and rolled back. */
async function isReadOnly(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ only: boolean }[]>`
    select current_setting('transaction_read_only') = 'on' or not has_table_privilege('lists.people', 'update') as only`;
  return row?.only === true;
}

/** The consequences of the log: sends, keys of people and addresses, and, unless `quick`, all rows. `sql`: the owner's, of six or more. */
export async function verifyConsequences(
  sql: Sql,
  master: MasterKey,
  { tenant, quick }: { tenant?: string | undefined; quick: boolean },
): Promise<Check[]> {
  const checks = [
    await timed('epochs', async () => {
      const { epochs, wrong } = await verifyEpochs(sql);
      return { said: counted(epochs, 'epoch'), counts: { epochs }, wrong: wrong.map(ofRecord) };
    }),
    await timed('sends', async () => {
      const { dispatches, wrong } = await verifySends(sql, tenant);
      const proofs = await proveMails(sql, master, tenant);
      const { said, counts } = provenInWords(proofs);
      return {
        said: `${counted(dispatches, 'send')}; ${said}`,
        counts: { dispatches, ...counts },
        wrong: [...wrong.map(ofRecord), ...proofs.wrong.map(ofMail)],
      };
    }),
    await timed('keys', async () => {
      const { keys, erased, wrong } = await verifyPersonKeys(sql, tenant);
      const damaged = await damagedKeys(sql, master, tenant);
      const said = `${counted(keys, 'key')}, ${counted(erased, 'erasure')}`;
      const counts = { keys, erased, damaged: damaged.length };
      return { said, counts, wrong: [...damaged.map(ofDamaged), ...wrong.map(ofRecord)] };
    }),
    await timed('address', async () => {
      const { known, wrong } = await verifyAddressKey(sql, master, tenant);
      const said = `proved by ${counted(known, 'known HMAC')}`;
      return { said, counts: { known }, wrong };
    }),
    await timed('vault', async () => {
      const { secrets, wrong } = await verifySecrets(sql, master, tenant);
      const files = await verifyFiles(sql, tenant);
      const kits = await verifyMediaKits(sql, master, tenant);
      const said = `${counted(secrets, 'secret')}, ${files.said}, ${counted(kits.kits, 'media kit')}`;
      return { said, counts: { secrets }, wrong: [...wrong, ...[...files.wrong, ...kits.wrong].map(ofRecord)] };
    }),
  ];
  if (quick) return checks;
  const rows = await timed('rows', async () => {
    const compared = await compareRows({ sql, master }).catch((error: unknown) => {
      if (!(error instanceof UnknownEvent && error.place)) throw error;
      return { unknown: ofRecord({ ...error.place, reason: error.message }) };
    });
    if ('unknown' in compared) return { said: 'not compared', counts: {}, wrong: [compared.unknown] };
    const { streams, differences } = compared;
    const isOwn = (one: { tenant: string }) => tenant === undefined || one.tenant === tenant;
    const own = differences.filter(isOwn);
    const onlyReads = await isReadOnly(sql);
    const lists = onlyReads ? [] : (await compareLists(sql, { repair: false })).filter(isOwn);
    const warning = onlyReads ? 'Lists and counters were not compared: this connection may only read.' : undefined;
    return {
      said: `${counted(streams, 'row')} folded again`,
      warning,
      counts: { rows: streams, differences: own.length, lists: lists.length },
      wrong: [...own.sort(inOrder).map(ofRow), ...lists.map(ofList)],
    };
  });
  return [...checks, rows];
}
