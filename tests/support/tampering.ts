import type { Sql, Tx } from '../../db/connection/connect.ts';
import type { SignedCheckpoint } from '../../db/seal/checkpoint.ts';
import { BEGINNING } from '../../db/seal/leaves.ts';
import { sealEvents } from '../../db/seal/sealEvents.ts';
import { signingSecret } from '../../db/seal/signingKey.ts';
import { type MasterKey, masterKey } from '../../db/vault/masterKey.ts';
import { verifyRecord } from '../../db/verify/verifyLog.ts';
import type { Random } from '../faults/seeded.ts';

/** Alterations by an owner of the log's tables who steps past its triggers. `master`: with which the worker seals what they leave. */
type Tampering = (tx: Tx, random: Random, master: MasterKey) => Promise<string>;

type Event = {
  tenant_id: string;
  stream_id: string;
  version: number;
  type: string;
  epoch: number;
  tx: string;
  position: string;
};

async function anyEvent(tx: Tx, random: Random, where: 'any' | 'early' | 'not first' = 'any'): Promise<Event> {
  const condition = () => (where === 'not first' ? tx`where version > 1` : tx``);
  const share = random.between(0, where === 'early' ? 0.7 : 1);
  const [event] = await tx<Event[]>`
    select tenant_id, stream_id, version, type, epoch, tx::text as tx, position::text as position from log.events ${condition()}
    order by epoch, tx, position
    offset (select floor(count(*) * ${share}::float8)::int from log.events ${condition()}) limit 1`;
  if (!event) throw new Error('There is no such event to alter.');
  return event;
}

const at = (tx: Tx, { tenant_id, stream_id, version }: Event) =>
  tx`tenant_id = ${tenant_id} and stream_id = ${stream_id} and version = ${version}`;
const named = ({ tenant_id, stream_id, version }: Event) => `${tenant_id} ${stream_id}@${version}`;

/** One column, a little: each in a way that the table itself takes. */
const CHANGES = {
  payload: "payload = (payload::text || ' ')::json",
  data: "payload = jsonb_set(payload::jsonb, '{d,extra}', '1')::json",
  type: "type = type || 'Again'",
  schema: 'schema_version = schema_version + 1',
  actor: "actor = 'admin:nobody'",
  correlation: "correlation_id = correlation_id || '1'",
  causation: "causation_id = coalesce(causation_id || '1', '')",
  time: "recorded_at = recorded_at - interval '1 microsecond'",
  endless: "recorded_at = 'infinity'",
  hash: 'hash = sha256(hash)',
  shortHash: 'hash = substr(hash, 1, 31)',
  version: 'version = version + 1000',
  stream: "stream_id = stream_id || 'x'",
  tenant: "tenant_id = tenant_id || 'x'",
  position: 'position = -position',
  transaction: 'tx = (tx::text::bigint - 1)::text::xid8',
  epoch: 'epoch = 0',
} as const;

const change: Tampering = async (tx, random) => {
  const names = Object.keys(CHANGES) as (keyof typeof CHANGES)[];
  const name = names[random.whole(0, names.length - 1)] ?? 'payload';
  const event = await anyEvent(tx, random);
  await tx`update log.events set ${tx.unsafe(CHANGES[name])} where ${at(tx, event)}`;
  return `${name} of ${named(event)} changed`;
};

const remove: Tampering = async (tx, random) => {
  const event = await anyEvent(tx, random);
  await tx`delete from log.events where ${at(tx, event)}`;
  return `${named(event)} removed`;
};

const PLACES = ['sealed', 'before all', 'nowhere'] as const;

/** Another event at the end of a stream, well chained, at a place where no later seal looks. */
const insert: Tampering = async (tx, random) => {
  const event = await anyEvent(tx, random);
  const where = random.pick(PLACES);
  const sealed = await anyEvent(tx, random);
  const place = where === 'before all' ? BEGINNING : where === 'nowhere' ? { ...sealed, tx: null } : sealed;
  if (where === 'nowhere') await tx`alter table log.events alter column tx drop not null`;
  await tx`
    insert into log.events (epoch, tx, position, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id,
                            causation_id, recorded_at, hash)
    select ${place.epoch}, ${place.tx}::text::xid8, ${place.position}, h.tenant_id, h.stream_id, h.version + 1, h.type, h.schema_version,
      h.payload, h.actor, h.correlation_id, h.causation_id, h.recorded_at,
      log.event_hash(h.tenant_id, h.stream_id, h.version + 1, h.type, h.schema_version, h.actor, h.correlation_id, h.causation_id,
                     h.recorded_at, h.hash, h.payload::text)
    from log.events h
    where h.tenant_id = ${event.tenant_id} and h.stream_id = ${event.stream_id} order by h.version desc limit 1`;
  return `an event added to ${event.stream_id} of ${event.tenant_id}, its place ${where}`;
};

const SWAPS = ['payload', 'place', 'version'] as const;

const swap: Tampering = async (tx, random) => {
  const how = random.pick(SWAPS);
  if (how === 'version') {
    const event = await anyEvent(tx, random, 'not first');
    const before = { ...event, version: event.version - 1 };
    const aside = { ...event, version: 1_000_000 };
    await tx`update log.events set version = ${aside.version} where ${at(tx, event)}`;
    await tx`update log.events set version = ${event.version} where ${at(tx, before)}`;
    await tx`update log.events set version = ${before.version} where ${at(tx, aside)}`;
    return `versions of ${named(before)} and ${named(event)} swapped`;
  }
  const one = await anyEvent(tx, random);
  let other = await anyEvent(tx, random);
  while (named(other) === named(one)) other = await anyEvent(tx, random);
  if (how === 'place') {
    await tx`update log.events set epoch = ${other.epoch}, tx = ${other.tx}::text::xid8, position = ${other.position} where ${at(tx, one)}`;
    await tx`update log.events set epoch = ${one.epoch}, tx = ${one.tx}::text::xid8, position = ${one.position} where ${at(tx, other)}`;
  } else {
    // two events may say the same; then the texts are made to differ
    await tx`
      update log.events e set payload = (o.payload::text || ' ')::json from log.events o
      where e.tenant_id = ${one.tenant_id} and e.stream_id = ${one.stream_id} and e.version = ${one.version}
        and o.tenant_id = ${other.tenant_id} and o.stream_id = ${other.stream_id} and o.version = ${other.version}`;
  }
  return `${how} of ${named(one)} and ${named(other)} swapped`;
};

/** The end of a stream is cut off: what is left of it is a whole chain. */
const truncate: Tampering = async (tx, random) => {
  const event = await anyEvent(tx, random);
  await tx`
    delete from log.events where tenant_id = ${event.tenant_id} and stream_id = ${event.stream_id} and version >= ${event.version}`;
  return `${named(event)} and all after it cut off`;
};

/** Another text, and every hash of the stream from there on made again. */
async function rewrite(tx: Tx, event: Event): Promise<void> {
  await tx`
    update log.events set payload = jsonb_set(payload::jsonb, '{d,rewritten}', 'true')::json where ${at(tx, event)}`;
  for (let version = event.version; ; version += 1) {
    const { count } = await tx`
      update log.events e set hash = log.event_hash(tenant_id, stream_id, version, type, schema_version, actor, correlation_id, causation_id,
        recorded_at, coalesce((select p.hash from log.events p
          where p.tenant_id = e.tenant_id and p.stream_id = e.stream_id and p.version = e.version - 1), ''), payload::text)
      where ${at(tx, { ...event, version })}`;
    if (count === 0) return;
  }
}

const recompute: Tampering = async (tx, random) => {
  const event = await anyEvent(tx, random);
  await rewrite(tx, event);
  return `${named(event)} rewritten with its hashes`;
};

/** The log ends earlier, and so do the seals. */
const cutLog: Tampering = async (tx, random) => {
  const [seal] = await tx<{ number: string; epoch: number; tx: string; position: string }[]>`
    select number, epoch, tx::text as tx, position::text as position from log.seals order by number
    offset (select floor(count(*) * ${random.between(0, 0.99)}::float8)::int from log.seals) limit 1`;
  if (!seal) throw new Error('There is no seal.');
  await tx`delete from log.seals where number >= ${seal.number}::bigint`;
  await tx`
    delete from log.events e
    where (e.epoch, e.tx, e.position) > (
      select s.epoch, s.tx, s.position from log.seals s order by s.number desc limit 1)
      or not exists (select from log.seals)`;
  return `everything from seal ${seal.number} on cut off`;
};

/** Seals and tiles are gone. */
async function forgetSeals(tx: Tx): Promise<void> {
  await tx`delete from log.seals`;
  await tx`delete from log.tile_hashes`;
}

/** An event is rewritten, and all seals made again: with a key of the attacker's own, who has no SECRET_KEY. */
const reseal: Tampering = async (tx, random) => {
  const event = await anyEvent(tx, random);
  await rewrite(tx, event);
  await forgetSeals(tx);
  await tx`update vault.secrets set secret_id = 'aside' where secret_id = 'signing-key'`;
  await tx`
    insert into vault.secrets (tenant_id, secret_id, kind, sealed)
    values ('system', 'signing-key', 'signing-key', ${signingSecret(masterKey('e'.repeat(64)))})`;
  await sealEvents(tx, masterKey('e'.repeat(64)));
  await tx`delete from vault.secrets where secret_id = 'signing-key'`;
  await tx`update vault.secrets set secret_id = 'signing-key' where secret_id = 'aside'`;
  return `${named(event)} rewritten, and all sealed with another key`;
};

/** The first event is a microsecond older, an event is rewritten, all hashes are made again, and the installation itself seals what it finds. */
const newIdentity: Tampering = async (tx, random, master) => {
  const [first] = await tx<Event[]>`
    update log.events e set recorded_at = recorded_at - interval '1 microsecond'
    from (select tenant_id, stream_id, version from log.events order by epoch, tx, position limit 1) f
    where e.tenant_id = f.tenant_id and e.stream_id = f.stream_id and e.version = f.version returning e.*`;
  if (!first) throw new Error('There is no first event.');
  await rewrite(tx, first);
  const event = await anyEvent(tx, random);
  await rewrite(tx, event);
  await forgetSeals(tx);
  await sealEvents(tx, master);
  return `${named(event)} and the first event rewritten, and all sealed again by the installation`;
};

/** An event is rewritten, the seals over it are removed, and the installation itself seals what it finds. */
const haveSealed: Tampering = async (tx, random, master) => {
  const event = await anyEvent(tx, random, 'early');
  await rewrite(tx, event);
  await tx`
    delete from log.seals s where (s.epoch, s.tx, s.position) >= (${event.epoch}, ${event.tx}::text::xid8, ${event.position})`;
  await sealEvents(tx, master);
  return `${named(event)} rewritten, and sealed again by the installation`;
};

const SEAL_CHANGES = [
  "note = replace(note, E'\\n\\n', E'\\nmore\\n\\n')",
  'size = size + 1000000',
  'position = position - 1',
  "sealed_at = sealed_at + interval '1 microsecond'",
  "sealed_at = sealed_at + interval '1 second'",
  "note = ''",
  'note = note || note',
  'number = number + 1000',
] as const;

const alterSeal: Tampering = async (tx, random) => {
  const [seal] = await tx<{ number: string }[]>`
    select number from log.seals order by number
    offset (select floor(count(*) * ${random.between(0, 0.99)}::float8)::int from log.seals) limit 1`;
  if (!seal) throw new Error('There is no seal.');
  if (random.chance(0.2)) {
    await tx`delete from log.seals where number = ${seal.number}::bigint`;
    return `seal ${seal.number} removed`;
  }
  const how = random.pick(SEAL_CHANGES);
  await tx`update log.seals set ${tx.unsafe(how)} where number = ${seal.number}::bigint`;
  return `seal ${seal.number}: ${how}`;
};

/** A hash of the tree's tiles, if there is any. */
const alterTile: Tampering = async (tx) => {
  const { count } = await tx`update log.tile_hashes set hash = sha256(hash)`;
  if (count === 0) throw new Error('There is no tile.');
  return 'tiles altered';
};

export const TAMPERINGS = {
  change,
  remove,
  insert,
  swap,
  truncate,
  recompute,
  cutLog,
  reseal,
  newIdentity,
  alterTile,
  haveSealed,
  alterSeal,
} satisfies Record<string, Tampering>;

type Tampered = { did: string; found: 'named' | 'seal' | 'missed' };

/** Alters a sealed log in each way, verifies it against a seal kept outside, and takes the change back. `sql`: the owner's. */
export async function tamper(
  sql: Sql,
  master: MasterKey,
  against: SignedCheckpoint,
  count: number,
  random: Random,
): Promise<Tampered[]> {
  const all: Tampered[] = [];
  const names = Object.keys(TAMPERINGS) as (keyof typeof TAMPERINGS)[];
  for (let nth = 0; nth < count; nth += 1) {
    const name = names[nth % names.length] ?? 'change';
    const undone = new Error('undone');
    await sql
      .begin(async (tx) => {
        await tx`alter table log.events disable trigger events_append_only`;
        await tx`alter table log.seals disable trigger seals_append_only`;
        await tx`alter table log.tile_hashes disable trigger tile_hashes_append_only`;
        await tx`alter table log.events alter column position drop identity`;
        const did = await TAMPERINGS[name](tx, random, master);
        const checks = await verifyRecord(tx, master, { against });
        const wrong = checks.filter(({ ok }) => !ok).map(({ check }) => check);
        const found = wrong.includes('chains') ? 'named' : wrong.length > 0 ? 'seal' : 'missed';
        all.push({ did: `${name}: ${did}`, found });
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
  }
  return all;
}

/** The same; answers what was not found. */
export const notFound = async (...options: Parameters<typeof tamper>): Promise<string[]> =>
  (await tamper(...options)).filter(({ found }) => found === 'missed').map(({ did }) => did);
