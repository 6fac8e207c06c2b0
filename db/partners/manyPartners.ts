/** A page of the same act on many partners. The partners of a page are one commit, with the progress of their batch if there is one. */

import { reopenForPartners } from '../../events/campaigns/campaign.ts';
import type { StateOf } from '../../events/catalog.ts';
import { joinCampaign } from '../../events/messages/joinCampaign.ts';
import { advanceBatch, type BatchDecision, type BatchPage } from '../../events/partners/batch.ts';
import { changePartnerStatus, mustBeListed } from '../../events/partners/partner.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import type { RefusalCode } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import { ConcurrencyConflict, PersonErasedError, PersonUnreadableError } from '../log/conflicts.ts';
import { loadStreams } from '../log/load.ts';
import { entriesOf } from '../read/suppressions.ts';
import { type CommandScope, type Ref, ref, type Store, streamIdOf } from '../store.ts';
import { undoPartnerDecision } from './undoPartnerDecision.ts';

/** Partners of a page. More would keep other commits waiting. */
export const PAGE = 50;
/** A page is read again at most this often if an address changes before its commit. */
const READS = 10;

/** The batches of a workspace: one stream each, so one runs at a time. */
export const batchOf = (tenant: string) => ref('batch', tenant);

/** The batch that a page belongs to. `pages`: those before it. */
export type PageOfBatch = { batchId: string; pages: number; next: string | null };

export type DonePage = {
  done: BatchPage['decided'];
  leftOut: { id: string; code: RefusalCode; text: string }[];
};

const NOTHING: DonePage = { done: [], leftOut: [] };

type Streams = Record<string, Ref>;
/** What happens to one partner; refused: they are left out. */
type Change = {
  id: string;
  streams: Streams;
  decide: (states: Readonly<Record<string, unknown>>) => Record<string, readonly AnyEvent[]>;
};

/** The address of a partner changed after it was read. So the commit would hold the wrong lock. */
class AddressMoved extends Error {}

const asLeftOut = (id: string, error: unknown): DonePage['leftOut'][number] => {
  if (error instanceof Refused) return { id, code: error.code, text: error.message };
  if (error instanceof PersonErasedError || error instanceof PersonUnreadableError)
    return { id, code: 'batch_moved', text: error.message };
  throw error;
};

const codesOf = ({ leftOut }: DonePage): RefusalCode[] => leftOut.map(({ code }) => code);

async function commitPage(
  store: Store,
  scope: CommandScope,
  changes: readonly Change[],
  of: PageOfBatch | null,
): Promise<DonePage> {
  const batch = batchOf(scope.tenant);
  const all = [...changes.flatMap(({ streams }) => Object.values(streams)), ...(of ? [batch] : [])];
  const streams: Streams = Object.fromEntries(all.map((stream) => [streamIdOf(stream), stream]));
  const decide = (states: Readonly<Record<string, unknown>>) => {
    const decided: Record<string, readonly AnyEvent[]> = {};
    const page: DonePage = { done: [], leftOut: [] };
    for (const { id, streams: own, decide: change } of changes) {
      const named = Object.entries(own).map(([name, stream]) => [name, states[streamIdOf(stream)]]);
      try {
        const made = change(Object.fromEntries(named));
        // several partners may reopen the same campaign
        for (const [name, events] of Object.entries(made)) decided[streamIdOf(own[name] as Ref)] ??= events;
        const partner = states[`partner-${id}`] as StateOf<'partner'>;
        page.done.push({ id, decision: partner.decisionNumber + 1 });
      } catch (error) {
        page.leftOut.push(asLeftOut(id, error));
      }
    }
    if (of === null) return [decided, page];
    const advanced = advanceBatch(states[streamIdOf(batch)] as StateOf<'batch'>, of.batchId, of.pages, {
      ...{ done: page.done.length, decided: page.done, leftOut: codesOf(page), next: of.next },
    });
    // another worker was faster, or the batch was stopped
    return advanced.length === 0 ? [{}, NOTHING] : [{ ...decided, [streamIdOf(batch)]: advanced }, page];
  };
  const run = () => store.run<Streams, DonePage>({ ...scope, streams, decide: decide as never });
  const { result } = await run().catch((error: unknown) => {
    if (!(error instanceof PersonErasedError)) throw error;
    // the second reading finds the person gone
    return run();
  });
  return result;
}

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
    return {
      id: partnerId,
      streams: {
        campaign: ref('campaign', campaignId),
        partner: ref('partner', partnerId),
        message: ref('message', `${campaignId}.${partnerId}.1`),
        ...entriesOf(store, scope.tenant, email),
      },
      decide: (states) => {
        const campaign = states.campaign as StateOf<'campaign'>;
        const suppression = entryThatHolds(
          states.address as StateOf<'suppression'>,
          states.domain as StateOf<'suppression'>,
        );
        const partner = states.partner as StateOf<'partner'>;
        const message = states.message as StateOf<'message'>;
        return {
          message: joinCampaign({ campaign, partner, message, suppression }, { campaignId, partnerId }, email),
          campaign: reopenForPartners(campaign),
        };
      },
    };
  });
  return commitPage(store, scope, changes, of);
}

/** Undoes some decisions, each with its effects. One that is undone already counts as done, so a page may run again. */
export async function undoPage(
  store: Store,
  scope: CommandScope,
  decisions: BatchPage['decided'],
  of: PageOfBatch | null = null,
): Promise<DonePage> {
  const page: DonePage = { done: [], leftOut: [] };
  for (const { id, decision } of decisions)
    try {
      await undoPartnerDecision(store, { ...scope, id }, decision);
      page.done.push({ id, decision });
    } catch (error) {
      page.leftOut.push(asLeftOut(id, error));
    }
  if (of)
    await store.decide(scope, batchOf(scope.tenant), (batch) =>
      advanceBatch(batch, of.batchId, of.pages, {
        ...{ done: page.done.length, decided: [], leftOut: codesOf(page), next: of.next },
      }),
    );
  return page;
}
