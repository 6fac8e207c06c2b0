import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Tx } from '../../../db/connect.ts';
import type { Stage } from '../stage.ts';

const linesOf = (file: string): string =>
  `[${readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).join(',')}]`;

/**
 * Lays what the checks are made of into temporary tables of this transaction:
 *   ledger      what SendGrid accepted (the durable oracle)
 *   calls       which key each mail was sent with
 *   intents     who may get what from whom
 *   clocks      how far the run's clocks were ahead, from when until when
 *   dispatched  each EmailDispatched with the moment of its commit
 *   committed   every event with the moment of its commit
 */
export async function layTables(tx: Tx, stage: Stage): Promise<void> {
  const ledger = linesOf(path.join(stage.folder, 'sandbox', 'ledger.ndjson'));
  const calls = linesOf(path.join(stage.folder, 'calls.ndjson'));
  const intents = stage.tenants.flatMap(({ zone, campaigns }) =>
    campaigns.flatMap((campaign) =>
      campaign.intents.map((intent) => ({ ...intent, zone, dailyLimit: campaign.dailyLimit })),
    ),
  );
  const clocks = stage.clockChanges.map(({ from, ahead }, index) => ({
    from: from / 1000,
    // a change reaches all processes a moment later; one of a single worker's clock lasts until it is put back
    until: ((stage.clockChanges[index + 1]?.from ?? Number.MAX_SAFE_INTEGER) + 1_500) / 1000,
    ahead: ahead / 1000,
  }));
  await tx`create temp table ledger on commit drop as
    select id, "to" as to_address, "from" as from_address, text, "customArgs"->>'send_id' as send_id,
      regexp_replace("customArgs"->>'send_id', '\\.\\d+$', '') as message_id, "acceptedAt" as accepted_at
    from json_to_recordset(${ledger}::text::json)
      as x(id text, "to" text, "from" text, text text, "customArgs" json, "acceptedAt" timestamptz)`;
  await tx`create temp table calls on commit drop as
    select * from json_to_recordset(${calls}::text::json) as x("sendId" text, "apiKey" text)`;
  await tx`create temp table intents on commit drop as
    select id as message_id, tenant as tenant_id, "campaignId" as campaign_id, "partnerId" as partner_id, "to" as to_address,
      "from" as from_address, marker, "apiKey" as api_key, zone, "dailyLimit" as daily_limit
    from json_to_recordset(${JSON.stringify(intents)}::text::json) as x(id text, tenant text, "campaignId" text, "partnerId" text,
      "to" text, "from" text, marker text, "apiKey" text, zone text, "dailyLimit" int)`;
  await tx`create temp table clocks on commit drop as
    select to_timestamp("from") as from_time, to_timestamp(least("until", 4e9)) as until_time, make_interval(secs => ahead) as ahead
    from json_to_recordset(${JSON.stringify(clocks)}::text::json) as x("from" float8, "until" float8, ahead float8)`;
  await tx`create temp table committed on commit drop as
    select tenant_id, stream_id, version, type, payload->'d' as d, causation_id, recorded_at, pg_xact_commit_timestamp(tx::xid) as committed_at
    from log.events`;
  const [timeless] = await tx`select from committed where committed_at is null limit 1`;
  if (timeless) throw new Error('PostgreSQL kept no commit times: it needs track_commit_timestamp=on.');
  await tx`create index on committed (tenant_id, stream_id, version)`;
  await tx`create temp table dispatched on commit drop as
    select c.tenant_id, c.stream_id, c.version, substr(c.stream_id, 9) as message_id, d->>'sendId' as send_id, d->>'day' as day,
      d->>'addressHmac' as address_hmac, (d->>'attempt')::int as attempt, committed_at,
      -- of a plan, or by Send Now: what was asked for last
      coalesce((select l.type = 'SendNowRequested' from committed l
        where l.tenant_id = c.tenant_id and l.stream_id = c.stream_id and l.version < c.version
          and l.type in ('EmailScheduled', 'SendNowRequested') order by l.version desc limit 1), false) as immediate
    from committed c where type = 'EmailDispatched'`;
}
