import { setTimeout as wait } from 'node:timers/promises';
import type { Sql, Tx } from '../connection/connect.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { BEGINNING, isAfter, LEAF_BYTES, type LeafPosition, placeAt } from './leaves.ts';
import { rootOf, treeOf } from './merkle.ts';
import { newestSeal } from './readSeals.ts';
import { digestOf, isSignedBy, type Seal, sealKeys, signed } from './seal.ts';

const EVENTS_A_SEAL = 4096;

/** The newest seal is not one that this installation made: nothing is sealed on top of it. */
export class ForeignSeal extends Error {
  override name = 'ForeignSeal';
  constructor(number: number) {
    super(
      `Seal ${number} was not signed with this SECRET_KEY: either that is the wrong one, or the seals were altered. Run npm run audit -- verify.`,
    );
  }
}

/** The leaves after a place that can be sealed, and the database's time. */
async function unsealed(sql: Sql | Tx, { epoch, tx, position }: LeafPosition): Promise<{ leaves: Buffer; at: string }> {
  const [row] = await sql<{ leaves: Buffer | null; at: string }[]>`
    select log.unsealed(${epoch}, ${tx}::text::xid8, ${position}, ${EVENTS_A_SEAL}) as leaves,
      to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;
  return { leaves: row?.leaves ?? Buffer.alloc(0), at: row?.at ?? '' };
}

/**
 * Seals all events without a seal, as far as the tail may be read. It answers the numbers of seals and events. Each is added by its own statement, so
 * no one waits. Of several that seal at once, one is faster. `sql`: the worker's or the owner's. Throws ForeignSeal.
 */
export async function sealEvents(sql: Sql | Tx, master: MasterKey): Promise<{ seals: number; events: number }> {
  const keys = sealKeys(master);
  const done = { seals: 0, events: 0 };
  let last: Seal | null = await newestSeal(sql);
  if (last && !isSignedBy(last, keys.publicKey)) throw new ForeignSeal(last.number);
  for (;;) {
    const { leaves, at } = await unsealed(sql, last ?? BEGINNING);
    const events = leaves.length / LEAF_BYTES;
    if (events === 0) return done;
    const seal: Seal = signed(
      {
        number: (last?.number ?? 0) + 1,
        ...placeAt(leaves, events - 1),
        events,
        root: rootOf(treeOf(leaves, LEAF_BYTES)).toString('hex'),
        previous: last ? digestOf(last) : '',
        sealedAt: at,
      },
      keys,
    );
    const [row] = await sql<{ added: boolean }[]>`
      select log.add_seal(${String(seal.number)}::bigint, ${seal.epoch}, ${seal.tx}::text::xid8, ${seal.position}, ${events}, ${seal.root},
        ${seal.previous}, ${seal.sealedAt}::text::timestamptz, ${seal.signature}) as added`;
    if (!row?.added) return done;
    done.seals += 1;
    done.events += events;
    last = seal;
  }
}

const PATIENCE_MS = 10_000;

/**
 * The same up to the newest event of this moment. It waits at most ten seconds for an event that an open transaction holds back. `whole`: all of them
 * are sealed. `sql`: the owner's.
 */
export async function sealUpToNow(
  sql: Sql,
  master: MasterKey,
  patienceMs = PATIENCE_MS,
): Promise<{ seals: number; events: number; newest: Seal | null; whole: boolean }> {
  const done = { seals: 0, events: 0 };
  const [mark] = await sql<LeafPosition[]>`
    select e.epoch, e.tx::text as tx, e.position::text as position from log.events e
    order by e.epoch desc, e.tx desc, e.position desc limit 1`;
  for (const giveUpAt = performance.now() + patienceMs; ; await wait(100)) {
    const { seals, events } = await sealEvents(sql, master);
    done.seals += seals;
    done.events += events;
    const newest = await newestSeal(sql);
    const whole = !mark || (newest !== null && !isAfter(mark, newest));
    if (whole || performance.now() > giveUpAt) return { ...done, newest, whole };
  }
}
