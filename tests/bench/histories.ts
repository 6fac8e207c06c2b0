import { newId } from '../../db/log/newId.ts';
import type { Store } from '../../db/store.ts';
import { storeSecret } from '../../db/vault/secrets.ts';
import { campaign, createCampaign } from '../../events/campaigns/campaign.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import { sendGridConnected } from '../support/accountEvents.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { appendChained, type Entry } from './chainedLog.ts';

/** A stream to be, with all of its events. */
export type History = { tenant: string; streamId: string; events: readonly AnyEvent[] };

/** Somebody who sends: an account, a mailbox with a key, and a running campaign. */
export async function sender({ sql, master, pseudonyms }: Store, tenant: string): Promise<History[]> {
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
        {
          type: 'UserSignedUp',
          data: { isAdmin: false, emailHmac: pseudonyms.address('system', account.email) },
          personal: account,
        },
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

const AT = Date.parse('2026-03-02T09:00:00Z');

/** Puts histories into a log, without projections. `owner`: the owner's store. */
export const fill = (owner: Store, histories: Iterable<History>): Promise<number> =>
  appendChained(owner, commitsOf(histories));

function* commitsOf(histories: Iterable<History>): Generator<Entry[]> {
  for (const { tenant, streamId, events } of histories)
    yield events.map((event) => ({ tenant, streamId, event, at: AT }));
}
