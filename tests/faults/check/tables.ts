import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Tx } from '../../../db/connection/connect.ts';
import { ref } from '../../../db/store.ts';
import { unsubscribeLink } from '../../../db/vault/unsubscribeLink.ts';
import type { LedgerMessage } from '../../../worker/sandbox/ledger.ts';
import type { FaultRun } from '../faultRun.ts';
import { unsubscribeLinkOf } from '../wire.ts';

const linesOf = (file: string): string =>
  `[${readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).join(',')}]`;

/** The time zone of each version of a tenant's profile. It lies in an envelope, so SQL cannot read it. */
async function zonesOf(faultRun: FaultRun): Promise<{ tenant: string; version: number; zone: string }[]> {
  const zones = await Promise.all(
    faultRun.tenants.map(async ({ id }) =>
      (await faultRun.owner().history(id, ref('profile', id))).flatMap(({ version, personal }) => {
        const zone = (personal as { timezone?: string } | null | undefined)?.timezone;
        return zone ? [{ tenant: id, version, zone }] : [];
      }),
    ),
  );
  return zones.flat();
}

/** The attempts by their unsubscribe tokens: Gmail keeps no id of ours. */
async function sendIdsByToken(tx: Tx, { lostEvents, owner }: FaultRun): Promise<Map<string, string>> {
  const dispatched = (events: string) => tx<{ tenant: string; send_id: string }[]>`
    select tenant_id as tenant, payload->'d'->>'sendId' as send_id from ${tx(events)} where type = 'EmailDispatched'`;
  const sends = [...(await dispatched('log.events')), ...(lostEvents === null ? [] : await dispatched(lostEvents))];
  return new Map(
    sends.map(({ tenant, send_id: sendId }) => {
      const end = sendId.lastIndexOf('.');
      const send = { tenant, messageId: sendId.slice(0, end), attempt: Number(sendId.slice(end + 1)) };
      return [tokenIn(unsubscribeLink('', owner().pseudonyms, send)), sendId];
    }),
  );
}

const tokenIn = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

function sendIdOf(
  byToken: ReadonlyMap<string, string>,
  { customArgs, gmail, raw = gmail?.raw, id }: LedgerMessage,
): string {
  if (customArgs.send_id !== undefined) return customArgs.send_id;
  if (raw === undefined) return id;
  const link = unsubscribeLinkOf(Buffer.from(raw).toString('base64url'));
  return (link && byToken.get(tokenIn(link))) ?? id;
}

/**
 * Lays what the checks are made of into temporary tables of this transaction:
 *   ledger      what the providers accepted (the durable oracle)
 *   answers     what they answered to each mail (status null: the connection ended before; leaves: not to a mere draft)
 *   calls       which secret each mail was sent with
 *   keys        which secrets the mails of a tenant may be sent with
 *   intents     who may get what from whom
 *   incidents   what happened to processes, clocks and the database
 *   dispatched  each EmailDispatched with the moment of its commit, and what the worker's own clock said
 *   committed   every event with the moment of its commit
 *   lost        the same of those that a restored database does not know: mails left by them, too
 *   zones       which zone each tenant's profile got at which commit
 */
export async function layTables(tx: Tx, faultRun: FaultRun): Promise<void> {
  const byToken = await sendIdsByToken(tx, faultRun);
  const answers = faultRun.answers.map((one) => ({ ...one, sendId: byToken.get(tokenIn(one.sendId)) ?? one.sendId }));
  const ledger = JSON.stringify(
    (JSON.parse(linesOf(path.join(faultRun.folder, 'sandbox', 'ledger.ndjson'))) as LedgerMessage[]).map((mail) => ({
      ...mail,
      sendId: sendIdOf(byToken, mail),
    })),
  );
  const notes = linesOf(path.join(faultRun.folder, 'notes.ndjson'));
  const { pseudonyms } = faultRun.owner();
  const intents = faultRun.tenants.flatMap(({ campaigns }) =>
    campaigns.flatMap((campaign) =>
      campaign.intents
        // a first message has a follow-up
        .flatMap((intent) => [
          intent,
          ...(intent.id.endsWith('.1') ? [{ ...intent, id: intent.id.replace(/1$/, '2') }] : []),
        ])
        .map((intent) => ({ ...intent, addressHmac: pseudonyms.address(intent.tenant, intent.to) })),
    ),
  );
  const zones = await zonesOf(faultRun);
  await tx`create temp table ledger on commit drop as
    select id, "to" as to_address, "from" as from_address, text, "sendId" as send_id,
      regexp_replace("sendId", '\\.\\d+$', '') as message_id, "acceptedAt" as accepted_at
    from json_to_recordset(${ledger}::text::json)
      as x(id text, "to" text, "from" text, text text, "sendId" text, "acceptedAt" timestamptz)`;
  await tx`create temp table answers on commit drop as
    select "sendId" as send_id, to_timestamp(at / 1000) as at, status, leaves
    from json_to_recordset(${JSON.stringify(answers)}::text::json)
      as x("sendId" text, at float8, status int, leaves boolean)`;
  await tx`create temp table incidents on commit drop as
    select what, to_timestamp(at / 1000) as at
    from json_to_recordset(${JSON.stringify(faultRun.incidents)}::text::json) as x(what text, at float8)`;
  await tx`create temp table notes on commit drop as
    select * from json_to_recordset(${notes}::text::json) as x("sendId" text, key text, "decidedAt" timestamptz)`;
  await tx`create temp table calls on commit drop as select "sendId", key from notes where key is not null`;
  const keys = faultRun.tenants.flatMap(({ id, keys }) => keys.map((key) => ({ tenant: id, key })));
  await tx`create temp table keys on commit drop as
    select tenant as tenant_id, key from json_to_recordset(${JSON.stringify(keys)}::text::json) as x(tenant text, key text)`;
  await tx`create temp table intents on commit drop as
    select id as message_id, tenant as tenant_id, "campaignId" as campaign_id, "partnerId" as partner_id, "to" as to_address,
      "from" as from_address, marker, "addressHmac" as address_hmac
    from json_to_recordset(${JSON.stringify(intents)}::text::json) as x(id text, tenant text, "campaignId" text, "partnerId" text,
      "to" text, "from" text, marker text, "addressHmac" text)`;
  await tx`create temp table committed on commit drop as
    select tenant_id, stream_id, version, type, payload->'d' as d, causation_id, recorded_at, pg_xact_commit_timestamp(tx::xid) as committed_at
    from log.events`;
  await tx`create temp table lost on commit drop as select * from committed limit 0`;
  if (faultRun.lostEvents !== null)
    await tx`insert into lost
      select tenant_id, stream_id, version, type, payload->'d', causation_id, recorded_at, pg_xact_commit_timestamp(tx::xid)
      from ${tx(faultRun.lostEvents)} l
      where not exists (select from log.events e where e.position = l.position and e.hash = l.hash)`;
  const [timeless] = await tx`select from committed where committed_at is null limit 1`;
  if (timeless) throw new Error('PostgreSQL kept no commit times: it needs track_commit_timestamp=on.');
  await tx`create index on committed (tenant_id, stream_id, version)`;
  await tx`create temp table dispatched on commit drop as
    select c.tenant_id, c.stream_id, c.version, substr(c.stream_id, 9) as message_id, d->>'sendId' as send_id, d->>'day' as day,
      d->>'mailbox' as mailbox,
      d->>'addressHmac' as address_hmac, (d->>'attempt')::int as attempt, committed_at,
      -- a conflict has it decided again: the last time counts
      (select max("decidedAt") from notes n where n."sendId" = c.d->>'sendId') as decided_at,
      -- of a plan, or by Send Now: what was asked for last
      coalesce((select l.type = 'SendNowRequested' from committed l
        where l.tenant_id = c.tenant_id and l.stream_id = c.stream_id and l.version < c.version
          and l.type in ('EmailScheduled', 'SendNowRequested') order by l.version desc limit 1), false) as immediate
    from (select * from committed union all select * from lost) c where type = 'EmailDispatched'`;
  await tx`create temp table zones on commit drop as
    select c.tenant_id, x.zone, c.committed_at
    from json_to_recordset(${JSON.stringify(zones)}::text::json) as x(tenant text, version int, zone text)
    join committed c on c.tenant_id = x.tenant and c.stream_id = 'profile-' || x.tenant and c.version = x.version`;
}
