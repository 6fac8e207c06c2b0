/** The same act on a page of partners. */

import { reopenForPartners } from '../../events/campaigns/campaign.ts';
import type { StateOf } from '../../events/catalog.ts';
import { advanceBatch, type BatchDecision, type BatchPage } from '../../events/messages/batch.ts';
import { joinCampaign } from '../../events/messages/joinCampaign.ts';
import { editNotes } from '../../events/partners/editNotes.ts';
import { changePartnerStatus, mustBeListed } from '../../events/partners/partner.ts';
import type { NotesChange } from '../../events/partners/partnersInput.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import { Refused } from '../../events/shared/refused.ts';
import { ConcurrencyConflict } from '../log/conflicts.ts';
import { loadStreams } from '../log/load.ts';
import { undoPartnerDecision } from '../partners/undoPartnerDecision.ts';
import { entriesOf } from '../read/suppressions.ts';
import { type CommandScope, ref, type Store } from '../store.ts';
import { asLeftOut, batchOf, type Change, commitPage, type DonePage, type PageOfBatch, pageOf } from './page.ts';

/** A page is read again at most this often if an address changes before its commit. */
const READS = 10;

/** The address of a partner changed after it was read. So the commit would hold the wrong lock. */
class AddressMoved extends Error {}

/** The addresses of some partners, as they are now. */
async function addressesOf(store: Store, tenant: string, ids: readonly string[]): Promise<Map<string, string | null>> {
  const streamIds = ids.map((id) => `partner-${id}`);
  const loaded = await loadStreams(store.sql, store.sql, store.master, tenant, streamIds);
  const states = loaded.map(({ state }) => state as StateOf<'partner'>);
  return new Map(ids.map((id, index) => [id, states[index]?.contact?.email ?? null]));
}

/** The same decision on some partners who are `before` it. A rejection holds the locks of their addresses, so that no email leaves after it. */
export async function decidePage(
  store: Store,
  scope: CommandScope,
  ids: readonly string[],
  { before, status, reason }: Omit<BatchDecision, 'kind'>,
  of: PageOfBatch | null = null,
): Promise<DonePage> {
  for (let left = READS; left > 0; left -= 1) {
    const emails = status === 'rejected' ? await addressesOf(store, scope.tenant, ids) : null;
    const changes = ids.map((id): Change => {
      const email = emails?.get(id) ?? null;
      return {
        id,
        streams: { partner: ref('partner', id), ...(emails && entriesOf(store, scope.tenant, email)) },
        decide: (states) => {
          const partner = states.partner as StateOf<'partner'>;
          if (emails && (partner.contact?.email ?? null) !== email) throw new AddressMoved();
          mustBeListed(partner);
          if (partner.status !== before) throw new Refused({ code: 'batch_moved' });
          return { partner: changePartnerStatus(partner, status, reason) };
        },
        decision: ({ partner }) => (partner as StateOf<'partner'>).decisionNumber + 1,
      };
    });
    try {
      return await commitPage(store, scope, changes, of);
    } catch (error) {
      if (!(error instanceof AddressMoved)) throw error;
    }
  }
  throw new ConcurrencyConflict();
}

/** The same change of the notes of some partners. */
export const notesPage = (
  store: Store,
  scope: CommandScope,
  ids: readonly string[],
  notes: NotesChange,
  of: PageOfBatch | null = null,
): Promise<DonePage> =>
  commitPage(
    store,
    scope,
    ids.map((id) => ({
      id,
      streams: { partner: ref('partner', id) },
      decide: ({ partner }) => ({ partner: editNotes(partner as StateOf<'partner'>, notes) }),
    })),
    of,
  );

/** Adds some partners to a campaign, each with an empty first message. */
export async function joinPage(
  store: Store,
  scope: CommandScope,
  ids: readonly string[],
  campaignId: string,
  of: PageOfBatch | null = null,
): Promise<DonePage> {
  const emails = await addressesOf(store, scope.tenant, ids);
  const changes = ids.map((partnerId): Change => {
    const email = emails.get(partnerId) ?? null;
    return { id: partnerId, ...joining(store, scope.tenant, { campaignId, partnerId, email }) };
  });
  return commitPage(store, scope, changes, of);
}

/** How one partner joins a campaign. `email`: their address as it was read. */
export const joining = (
  store: Store,
  tenant: string,
  { campaignId, partnerId, email }: { campaignId: string; partnerId: string; email: string | null },
): Pick<Change, 'streams' | 'decide'> => ({
  streams: {
    campaign: ref('campaign', campaignId),
    partner: ref('partner', partnerId),
    joined: ref('message', `${campaignId}.${partnerId}.1`),
    ...entriesOf(store, tenant, email),
  },
  decide: (states) => {
    const campaign = states.campaign as StateOf<'campaign'>;
    const suppression = entryThatHolds(
      states.address as StateOf<'suppression'>,
      states.domain as StateOf<'suppression'>,
    );
    const partner = states.partner as StateOf<'partner'>;
    const message = states.joined as StateOf<'message'>;
    return {
      joined: joinCampaign({ campaign, partner, message, suppression }, { campaignId, partnerId }, email),
      campaign: reopenForPartners(campaign),
    };
  },
});

/** Undoes some decisions, each with its effects. One that is undone already counts as done, so a page may run again. */
export async function undoPage(
  store: Store,
  scope: CommandScope,
  decisions: BatchPage['decided'],
  of: PageOfBatch | null = null,
): Promise<DonePage> {
  const page: DonePage = { done: 0, decided: [], steered: [], leftOut: [] };
  for (const { id, decision } of decisions)
    try {
      await undoPartnerDecision(store, { ...scope, id }, decision);
      page.done += 1;
      page.decided.push({ id, decision });
    } catch (error) {
      page.leftOut.push(asLeftOut(id, error));
    }
  if (of)
    await store.decide(scope, batchOf(scope.tenant), (batch) =>
      advanceBatch(batch, of.batchId, of.pages, { ...pageOf(page, of), decided: [] }),
    );
  return page;
}
