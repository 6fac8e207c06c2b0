import { ownerAccount } from '../../db/accounts/workspace.ts';
import { lookAsOf, mustBePast, TABLES_OF } from '../../db/audit/asOf.ts';
import { eventsSoFar } from '../../db/audit/eventDays.ts';
import { readCampaigns } from '../../db/read/campaigns.ts';
import { readMessages } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import type { AsOfSubject } from '../../events/history/historyInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps } from '../context.ts';
import { allPartnerViews } from '../partners/partnerViews.ts';
import { campaignViews } from '../routes/campaigns.ts';
import { creditsView, statsView } from '../routes/dashboard.ts';
import type { AsOfView } from '../views.ts';
import { sendView } from './campaign.ts';
import { listChanges, valueChanges } from './history.ts';

type Screens = Pick<Deps, 'store' | 'sandbox' | 'publicUrl' | 'sendGap'>;

/** `at`: ISO 8601; `campaign`: only its messages. */
export type AsOf = { at: string; what: AsOfSubject; campaign?: string | undefined };

/**
 * Shows a screen of a tenant at a moment: the screen's own view, over a store of that moment. `signal`: says that the client has gone away; then it
 * throws ClientClosedRequest.
 */
export async function asOfView(
  deps: Screens,
  tenant: string,
  { at, what, campaign }: AsOf,
  signal?: AbortSignal,
): Promise<AsOfView> {
  const moment = new Date(at);
  mustBePast(moment, deps.store.now());
  if (campaign !== undefined) await mustBeKnown(deps, tenant, campaign);
  const wanted = { tables: TABLES_OF[what], messagesOf: campaign, signal };
  const soFar = await eventsSoFar(deps.store, tenant, moment);
  const both = async <T>(view: (of: Screens) => Promise<T>): Promise<[T, T]> => [
    await lookAsOf(deps.store, tenant, moment, wanted, (store) => view({ ...deps, store })),
    await view(deps),
  ];
  switch (what) {
    case 'dashboard': {
      const [was, is] = await both(async (of) => {
        const { monthlyCredits } = await ownerAccount(of.store, tenant);
        return {
          stats: await statsView(of, tenant),
          credits: await creditsView(of, tenant, monthlyCredits),
        };
      });
      const changes = [
        ...valueChanges(was.stats, is.stats),
        ...valueChanges({ credits: was.credits }, { credits: is.credits }),
      ];
      return { what, at, soFar, ...was, changes };
    }
    case 'partners': {
      const [items, now] = await both((of) => allPartnerViews(of, tenant));
      return { what, at, soFar, items, changes: listChanges(items, now) };
    }
    case 'campaigns': {
      const [items, now] = await both(async (of) => campaignViews(of, tenant, await readCampaigns(of.store, tenant)));
      return { what, at, soFar, items, changes: listChanges(items, now) };
    }
    case 'messages': {
      const of = campaign === undefined ? ('all' as const) : { campaignId: campaign };
      const [items, now] = await both(async ({ store }) =>
        (await readMessages(store, tenant, of)).map((row) => sendView(row)),
      );
      const changes = listChanges(items, now);
      if (campaign !== undefined) return { what, at, soFar, items, changes };
      return { what, at, soFar, items: items.map(({ body: _body, ...item }) => item), changes };
    }
  }
}

/** A campaign that the tenant has or had: deleted ones have a past, too. */
export async function mustBeKnown({ store }: Pick<Deps, 'store'>, tenant: string, campaign: string): Promise<void> {
  const { state } = await store.load(tenant, ref('campaign', campaign));
  if (state.status === 'none') throw new Refused({ code: 'no_campaign' });
}
