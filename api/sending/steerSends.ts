import type { Cause } from '../../db/log/commit.ts';
import { ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { textHash } from '../../db/log/textHash.ts';
import { type MessageRow, readMessages } from '../../db/read/messages.ts';
import { ref, type Store } from '../../db/store.ts';
import { continueCampaign, mustExist } from '../../events/campaigns/campaign.ts';
import type { SteerRequest } from '../../events/messages/messageInput.ts';
import { cancelByUser, holdEmail, releaseHold, restoreByUser, takeOut } from '../../events/messages/steer.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { SteeredView } from '../views.ts';

type Scope = { tenant: string; cause: Cause };

const SINGLE = { cancel: cancelByUser, hold: holdEmail, release: releaseHold };

/** Steers one email after the other. Those that cannot be steered are named with the reason. */
export async function steerSends(store: Store, scope: Scope, { ids, act }: SteerRequest): Promise<SteeredView> {
  const rows = new Map((await readMessages(store, scope.tenant, { ids })).map((row) => [row.id, row]));
  const steered: SteeredView = { changed: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      const row = rows.get(id);
      if (!row) throw new Refused({ code: 'no_message' });
      steered.changed.push(...(await steer(row)));
    } catch (error) {
      if (error instanceof ConcurrencyConflict)
        steered.refused.push({ id, reason: refusalText({ code: 'steer_changed' }) });
      else if (error instanceof Refused) steered.refused.push({ id, reason: error.message });
      else throw error;
    }
  }
  return steered;

  async function steer({ id, state }: MessageRow): Promise<string[]> {
    if (act === 'take_out') return takePersonOut(store, scope, state);
    if (act === 'restore') return restore(store, scope, id, state);
    const { changed } = await store.decide(scope, ref('message', id), (now) => SINGLE[act](now));
    return changed ? [id] : [];
  }
}

/** One commit, so that a follow-up cannot slip through. */
async function takePersonOut(store: Store, scope: Scope, of: MessageRow['state']): Promise<string[]> {
  const { campaignId, partnerId } = of;
  const messages = await readMessages(store, scope.tenant, { campaignId, partnerId });
  const { result } = await store.run({
    ...scope,
    streams: Object.fromEntries(messages.map(({ id }) => [id, ref('message', id)])),
    decide: (now) => {
      const events = takeOut(now);
      return [events, Object.keys(events)];
    },
  });
  return result;
}

async function restore(store: Store, scope: Scope, id: string, of: MessageRow['state']): Promise<string[]> {
  const { committed } = await store.run({
    ...scope,
    streams: {
      message: ref('message', id),
      campaign: ref('campaign', of.campaignId),
      partner: ref('partner', of.partnerId),
    },
    decide: ({ message, campaign, partner }, now) => {
      mustExist(campaign);
      const sends = campaign.status === 'active' || campaign.status === 'completed';
      const hash = textHash(partner.contact?.email ?? null, message.text);
      const restored = restoreByUser(message, partner, { textHash: hash, now, sends });
      return { message: restored, campaign: restored.length > 0 ? continueCampaign(campaign) : [] };
    },
  });
  return committed.length > 0 ? [id] : [];
}
