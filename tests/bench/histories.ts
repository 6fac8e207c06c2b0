import { newId } from '../../db/log/newId.ts';
import { payloadText } from '../../db/log/stored.ts';
import type { Store } from '../../db/store.ts';
import { makeKey } from '../../db/vault/personKeys.ts';
import { storeSecret } from '../../db/vault/secrets.ts';
import { campaign, createCampaign } from '../../events/campaigns/campaign.ts';
import { aggregateOf } from '../../events/catalog.ts';
import { type AnyEvent, kindOf, personOf } from '../../events/shared/event.ts';
import { sendGridConnected } from '../support/accountEvents.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { copyIn, HASH } from './rebuild.ts';

/** A stream to be, with all of its events. */
export type History = { tenant: string; streamId: string; events: AnyEvent[] };

/** Somebody who sends: an account, a mailbox with a key, and a running campaign. */
export async function sender({ sql, master }: Store, tenant: string): Promise<History[]> {
  const secretId = await storeSecret(sql, master, tenant, 'sendgrid', 'SG.bench');
  const account = { email: `${tenant}@shop.example`, username: null, firstName: 'Sam', lastName: 'Vale' };
  const form = {
    ...{ name: 'Spring', subjectType: 'static' as const, staticSubject: 'Packs', messagePrompt: 'Be kind' },
    dailyLimit: drawnByDefault.dailyLimit,
  };
  return [
    {
      tenant: 'system',
      streamId: `user-${tenant}-owner`,
      events: [
        { type: 'UserSignedUp', data: { isAdmin: false, emailHmac: tenant }, personal: account },
        { type: 'MembershipGranted', data: { workspaceId: tenant, role: 'owner' } },
      ],
    },
    {
      tenant,
      streamId: `mailbox-${tenant}`,
      events: [
        { type: 'EmailProviderChosen', data: { provider: 'sendgrid' } },
        sendGridConnected(secretId, account.email),
      ],
    },
    {
      tenant,
      streamId: `campaign-c${tenant}`,
      events: [...createCampaign(campaign.initial, form, newId), { type: 'CampaignStarted', data: {} }],
    },
  ];
}

/** Puts histories into an empty log, without projections. */
export async function fill({ sql, master }: Store, histories: Iterable<History>): Promise<void> {
  const keys = new Map<string, ReturnType<typeof makeKey>>();
  let lines: string[] = [];
  let keyLines: string[] = [];
  const write = async () => {
    await copyIn(sql, 'vault.person_keys (tenant_id, person_id, key_id, wrapped)', keyLines);
    await copyIn(
      sql,
      'log.events (epoch, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)',
      lines,
    );
    lines = [];
    keyLines = [];
  };
  const keyOf = (tenant: string, person: string) => {
    const known = keys.get(`${tenant}|${person}`);
    if (known) return known;
    const made = makeKey(master, tenant, person);
    keys.set(`${tenant}|${person}`, made);
    keyLines.push(`${tenant}\t${person}\t${made.id}\t\\\\x${made.wrapped.toString('hex')}\n`);
    return made;
  };
  for (const { tenant, streamId, events } of histories) {
    const { definitions } = aggregateOf(kindOf(streamId));
    const key = events.some(({ personal }) => personal) ? keyOf(tenant, personOf(streamId)) : undefined;
    for (const [index, event] of events.entries()) {
      const payload = payloadText(streamId, index + 1, event, key).replaceAll('\\', '\\\\');
      const schema = definitions[event.type]?.version ?? 1;
      lines.push(
        `1\t${tenant}\t${streamId}\t${index + 1}\t${event.type}\t${schema}\t${payload}\tworker:bench\tc1\t2026-03-02T09:00:00Z\t${HASH}\n`,
      );
    }
    if (lines.length > 20_000) await write();
  }
  await write();
  await sql`vacuum analyze log.events`;
}
