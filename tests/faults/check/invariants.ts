import type { Tx } from '../../../db/connection/connect.ts';
import { verifyStreams } from '../../../db/log/verify.ts';
import { compareRows } from '../../../db/read/rebuild.ts';
import type { FaultRun } from '../faultRun.ts';
import { layDepartures } from './dispatches.ts';
import { heard } from './heard.ts';
import { heldBack } from './heldBack.ts';
import { fatesExplained } from './outcomes.ts';
import { humanTimes, keptTimes } from './schedule.ts';
import { unknownNotShown } from './shown.ts';
import { layTables } from './tables.ts';
import { illegalStep, type Step } from './transitions.ts';

export const INVARIANTS = {
  I1: 'no intent was accepted twice',
  I2: 'each approved intent has a final fate with a cause, or is unknown for a cause, has no draft, and is shown',
  I3: 'each acceptance follows a committed dispatching',
  I4: 'what was sent is in the ledger, what failed or was deferred is not',
  I5: 'nothing was dispatched after a suppression, reply, pause, cancel or delete had been committed',
  I6: 'the rebuilt read models equal the live ones',
  I7: 'only legal transitions, and no drawn time was drawn again',
  I8: 'limits hold by the rules in force at each dispatch and its day; with real windows, windows and gaps too',
  I9: 'no content or credential of a tenant in the mail of another',
  I10: 'every reply and report that came is recorded, once, and no other',
} as const;
export type Invariant = keyof typeof INVARIANTS;
export type Violation = { invariant: Invariant; what: string };
type Check = (tx: Tx) => Promise<string[]>;

/** One text a row: what a check found, by ids. */
const found = (rows: readonly { what: string }[]): string[] => rows.map(({ what }) => what);

const acceptedOnce: Check = async (tx) =>
  found(
    await tx`select message_id || ' was accepted ' || count(*) || ' times' as what from ledger group by message_id having count(*) > 1`,
  );

const fateKnown: Check = async (tx) =>
  found(
    await tx`
    select substr(m.stream_id, 9) || ' is ' || m.status as what from read.messages m
    where m.status not in ('sent', 'failed', 'cancelled', 'abandoned', 'unknown', 'unfit') and exists (
      select from committed c where c.tenant_id = m.tenant_id and c.stream_id = m.stream_id and c.type = 'MessageApproved'
        -- an approval that was taken back waits for a person
        and not exists (select from committed w where w.tenant_id = c.tenant_id and w.stream_id = c.stream_id
          and w.version > c.version and w.type in ('MessageApprovalWithdrawn', 'MessageGenerated', 'MessageReopened')))
      -- what waits for a deleted account waits forever
      and not exists (select from committed u where u.tenant_id = 'system' and u.stream_id = 'user-' || m.tenant_id || '-owner'
        and u.type = 'UserDeleted')`,
  );

/** A draft's fate can always be found out, so no one has to decide. */
const draftsReconciled: Check = async (tx) =>
  found(
    await tx`
    select substr(m.stream_id, 9) || ' stays unconfirmed, though it has a draft' as what from read.messages m
    where m.status = 'unknown' and m.state->'dispatch'->>'draftIn' is not null and not exists (
      select from committed u where u.tenant_id = 'system' and u.stream_id = 'user-' || m.tenant_id || '-owner' and u.type = 'UserDeleted')`,
  );

const dispatchedFirst: Check = async (tx) =>
  found(
    await tx`
    select l.send_id || case when d.send_id is null then ' was accepted, but never dispatched'
      else ' was accepted before its dispatching was committed' end as what
    from ledger l left join dispatched d on d.send_id = l.send_id
    -- the ledger's time has whole milliseconds
    where d.send_id is null or d.committed_at > l.accepted_at + interval '2 milliseconds'`,
  );

const outcomesTrue: Check = async (tx) =>
  found(
    await tx`
    select d.send_id || ': ' || o.type || case when l.send_id is null then ', but it is not in the ledger' else ', but it is in the ledger' end
      as what
    from committed o
    join dispatched d on d.tenant_id = o.tenant_id and d.stream_id = o.stream_id and d.attempt = (o.d->>'attempt')::int
    left join ledger l on l.send_id = d.send_id
    where (o.type = 'EmailSent' and l.send_id is null) or (o.type in ('EmailFailed', 'EmailDeferred') and l.send_id is not null)
    union all
    select substr(m.stream_id, 9) || ' is failed, but it is in the ledger' from read.messages m
    join ledger l on l.message_id = substr(m.stream_id, 9) where m.status = 'failed'`,
  );

const tenantsApart: Check = async (tx) =>
  found(
    await tx`
    select l.send_id || case
      when i.message_id is null then ': nobody has such a message'
      when l.to_address <> i.to_address then ' went to another person'
      -- of its first account, or of the second one (accounts.ts)
      when l.from_address not in (i.from_address, 'second@' || i.tenant_id || '.example') then ' has the sender of another'
      when position(i.marker in l.text) = 0 then ' lacks its own text'
      when o.marker is not null then ' has text of another tenant'
      else ' was sent with the key of another' end as what
    from ledger l
    left join intents i on i.message_id = l.message_id
    left join lateral (select marker from intents x where x.tenant_id <> i.tenant_id and position(x.marker in l.text) > 0 limit 1) o on true
    where i.message_id is null or l.to_address <> i.to_address or l.from_address not in (i.from_address, 'second@' || i.tenant_id || '.example') or position(i.marker in l.text) = 0
      or o.marker is not null
      or not exists (select from calls c where c."sendId" = l.send_id)
      or exists (select from calls c where c."sendId" = l.send_id
        and not exists (select from keys k where k.tenant_id = i.tenant_id and k.key = c.key))`,
  );

const legalSteps: Check = async (tx) => {
  const rows = await tx<({ stream_id: string } & Step)[]>`
    select tenant_id || ' ' || stream_id as stream_id, type, (d->>'attempt')::int as attempt, d->>'until' as until from committed
    where stream_id like 'message-%' or stream_id like 'campaign-%' order by tenant_id, stream_id, version`;
  const streams = new Map<string, Step[]>();
  for (const row of rows) streams.set(row.stream_id, [...(streams.get(row.stream_id) ?? []), row]);
  return [...streams].flatMap(([stream, steps]) => {
    const wrong = illegalStep(stream.includes(' message-') ? 'message' : 'campaign', steps);
    return wrong === null ? [] : [`${stream}: ${wrong}`];
  });
};

/** Makes all checks on a run that has become quiet and whose processes have ended. */
export async function checkInvariants(faultRun: FaultRun): Promise<Violation[]> {
  const { sql, master } = faultRun.owner();
  const violations: Violation[] = [];
  const add = (invariant: Invariant, texts: readonly string[]) => {
    for (const what of texts) violations.push({ invariant, what });
  };
  await sql.begin(async (tx) => {
    await layTables(tx, faultRun);
    await layDepartures(tx);
    add('I1', await acceptedOnce(tx));
    add('I2', [...(await fateKnown(tx)), ...(await draftsReconciled(tx)), ...(await fatesExplained(tx))]);
    add('I3', await dispatchedFirst(tx));
    add('I4', await outcomesTrue(tx));
    add('I5', await heldBack(tx));
    add('I7', [...(await legalSteps(tx)), ...(await keptTimes(tx))]);
    add('I8', await humanTimes(tx, faultRun));
    add('I9', await tenantsApart(tx));
    add('I10', await heard(tx, faultRun));
  });
  add('I2', await unknownNotShown(faultRun));
  const { differences } = await compareRows({ sql, master });
  add(
    'I6',
    differences.map(({ streamId, live, folded }) => `${streamId}: version ${live} live, ${folded} folded`),
  );
  const { wrong } = await verifyStreams(sql);
  add(
    'I7',
    wrong.map(({ streamId, version, reason }) => `${streamId}@${version}: the chain of hashes is broken (${reason})`),
  );
  return violations;
}

/** The results of a run, by the ledger and the log. */
export async function countMessages(
  faultRun: FaultRun,
): Promise<{ messages: number; accepted: number; unknown: number }> {
  return faultRun.owner().sql.begin(async (tx) => {
    await layTables(tx, faultRun);
    const [row] = await tx<{ messages: number; accepted: number; unknown: number }[]>`
      select (select count(*)::int from intents) as messages, (select count(*)::int from ledger) as accepted,
        (select count(*)::int from read.messages where status = 'unknown') as unknown`;
    return row ?? { messages: 0, accepted: 0, unknown: 0 };
  }) as Promise<{ messages: number; accepted: number; unknown: number }>;
}
