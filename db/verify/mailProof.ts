import { UnknownEvent } from '../../events/catalog.ts';
import {
  type MailProof,
  mailProofs,
  PROOF_KINDS,
  PROOF_RULES,
  type ProofEvent,
  type ProofRule,
  type Verdict,
} from '../../events/history/mailProof.ts';
import { ownersOf } from '../accounts/workspace.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { MOST_WRONG } from '../log/chains.ts';
import { readStored } from '../log/stored.ts';
import { textHash } from '../log/textHash.ts';
import { keyRing, type Page } from '../read/foldLog.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { type Pseudonyms, pseudonymsOf, readAddressKey } from '../vault/secrets.ts';
import type { WrongRecord } from './sends.ts';

type WrongMail = WrongRecord & { recordedAt: string; rule: ProofRule };
export type MailsProven = {
  /** Sends that kept every rule. An email that was turned back and left later is two. */
  proven: number;
  byRule: Record<ProofRule, Record<Verdict, number>>;
  /** Sends with a rule that cannot be decided. */
  unproven: { erased: number; unreadable: number };
  wrong: (WrongRecord | WrongMail)[];
};

const PAGE = 2_000;

/**
 * All events that proofs rest on, in the order of writing: positions are given under the locks of a commit, transaction numbers before them.
 * PostgreSQL sorts. `tx`: names the tenant.
 */
async function* pagesOf(tx: Tx): AsyncGenerator<Page> {
  await tx.unsafe(`
    declare mail_proof no scroll cursor for
    select e.tenant_id, e.stream_id, e.version::text, e.type, e.schema_version::text, e.payload::text, e.actor,
           (extract(epoch from e.recorded_at) * 1000)::bigint::text
    from log.events e
    where e.tenant_id = current_setting('app.tenant') and split_part(e.stream_id, '-', 1) in ('${PROOF_KINDS.join("', '")}')
    order by e.epoch, e.position`);
  for (;;) {
    const page = (await tx.unsafe(`fetch ${PAGE} from mail_proof`).values()) as unknown as Page;
    if (page.length > 0) yield page;
    if (page.length < PAGE) break;
  }
  await tx`close mail_proof`;
}

async function* proofsOf(tx: Tx, master: MasterKey, names: Pseudonyms, tenant: string): AsyncGenerator<MailProof> {
  await tx`select set_config('app.tenant', ${tenant}, true)`;
  const owner = (await ownersOf(tx, [tenant])).get(tenant);
  const { see, rest } = mailProofs({
    users: new Set(owner === undefined ? [] : [owner]),
    addressHmac: (email) => names.address(tenant, email),
    textHash,
  });
  const keys = keyRing(tx, master);
  for await (const page of pagesOf(tx)) {
    await keys.fetchFor(page);
    for (const [, stream, version, type, schema, payload, actor, ms] of page) {
      const stored = {
        ...{ stream_id: stream, version: Number(version), type, schema_version: Number(schema), actor },
        ...{ payload: JSON.parse(payload) as unknown, recorded_at: new Date(Number(ms)) },
      };
      const event: ProofEvent = { ...read(tenant, stored, keys.of(tenant, stream)), stream, version: Number(version) };
      yield* see(event);
    }
  }
  yield* rest();
}

function read(tenant: string, row: Parameters<typeof readStored>[0], key: Parameters<typeof readStored>[1]) {
  try {
    return readStored(row, key);
  } catch (error) {
    if (!(error instanceof UnknownEvent)) throw error;
    const place = { tenant, streamId: row.stream_id, version: row.version };
    throw new UnknownEvent(error.kind, error.type, error.version, place);
  }
}

const NONE = { ok: 0, violated: 0, erased: 0, unreadable: 0 };

/** Proves each email that left (of one tenant, if named) by the log alone. `sql`: the owner's. */
export async function proveMails(sql: Sql | Tx, master: MasterKey, tenant?: string): Promise<MailsProven> {
  const rules = Object.keys(PROOF_RULES) as ProofRule[];
  const byRule = Object.fromEntries(rules.map((rule) => [rule, { ...NONE }])) as MailsProven['byRule'];
  const found: MailsProven = { proven: 0, byRule, unproven: { erased: 0, unreadable: 0 }, wrong: [] };
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => ('savepoint' in sql ? work(sql) : sql.begin('read only', work));
  const key = await inTx((tx) => readAddressKey(tx, master));
  // the check of the address key says so
  if (typeof key === 'string') return found;
  const tenants = await sql<{ tenant: string }[]>`
    select distinct tenant_id as tenant from log.events
    where type = 'EmailDispatched' ${tenant === undefined ? sql`` : sql`and tenant_id = ${tenant}`} order by 1`;
  for (const { tenant: of } of tenants) {
    await inTx(async (tx) => {
      for await (const proof of proofsOf(tx, master, pseudonymsOf(key), of)) count(found, of, proof);
    }).catch((error: unknown) => {
      if (!(error instanceof UnknownEvent && error.place)) throw error;
      found.wrong.push({ ...error.place, reason: error.message });
    });
    if (found.wrong.length >= MOST_WRONG) break;
  }
  return found;
}

function count(found: MailsProven, tenant: string, { lines, dispatch }: MailProof): void {
  const entries = Object.entries(lines) as [ProofRule, MailProof['lines'][ProofRule]][];
  for (const [rule, { verdict, event }] of entries) {
    found.byRule[rule][verdict] += 1;
    if (verdict !== 'violated') continue;
    const rests = event && event !== dispatch ? ` (see ${event.stream}@${event.version})` : '';
    const { stream: streamId, version, at: recordedAt } = dispatch;
    found.wrong.push({
      tenant,
      streamId,
      version,
      recordedAt,
      rule,
      reason: `${rule}: ${PROOF_RULES[rule].violated}${rests}`,
    });
  }
  const verdicts = new Set(entries.map(([, { verdict }]) => verdict));
  if (verdicts.size === 1 && verdicts.has('ok')) found.proven += 1;
  if (verdicts.has('erased')) found.unproven.erased += 1;
  if (verdicts.has('unreadable')) found.unproven.unreadable += 1;
}

/** The report: how many sends are proven in all and by rule, and why others are not. */
export function provenInWords({ proven, unproven, byRule }: MailsProven) {
  const open = Object.entries(unproven).filter(([, emails]) => emails > 0);
  const ofRules = Object.entries(byRule).map(([rule, { ok }]) => [rule, ok] as const);
  return {
    said: [`${proven} proven`, ...open.map(([why, sends]) => `${sends} not provable: ${why}`)].join(', '),
    counts: { proven, ...unproven, ...Object.fromEntries(ofRules) } as Record<string, number>,
  };
}
