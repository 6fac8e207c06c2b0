import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddPartnersView } from '../../../api/views.ts';
import { PARTNERS_A_CALL } from '../../../events/shared/options.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { leftOut } from './joiningText.ts';
import { outcomeUncertain } from './outcomeUncertain.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

type Title = 'Failed to Add Partners' | 'Error';

/** A call after the first one failed: what those before it did, and of how many. */
export class AddedInPart extends Error {
  constructor(
    readonly done: AddPartnersView,
    readonly wanted: number,
    override readonly cause: Error,
  ) {
    super('some partners could not be added');
    this.name = 'AddedInPart';
  }
}

type Call = (campaignId: string, partnerIds: string[]) => Promise<AddPartnersView>;

const callServer: Call = (campaignId, partnerIds) =>
  unwrap(client.api.campaigns[':id'].partners.$post({ param: { id: campaignId }, json: { partnerIds } }));

/** Adds any number of partners, a thousand a call, and answers the sum. Throws AddedInPart. POST /api/campaigns/{id}/partners */
export async function addPartners(
  campaignId: string,
  partnerIds: readonly string[],
  call: Call = callServer,
): Promise<AddPartnersView> {
  const done: AddPartnersView = { addedCount: 0, skipped: [] };
  for (let from = 0; from < partnerIds.length; from += PARTNERS_A_CALL) {
    try {
      const { addedCount, skipped } = await call(campaignId, partnerIds.slice(from, from + PARTNERS_A_CALL));
      done.addedCount += addedCount;
      done.skipped.push(...skipped);
    } catch (error) {
      if (from === 0 || !(error instanceof Error)) throw error;
      throw new AddedInPart(done, partnerIds.length, error);
    }
  }
  return done;
}

const reasonsOf = (skipped: AddPartnersView['skipped']) => skipped.map(({ reason }) => reason);

/** What became of the partners that were to be added; nobody added is a failure. */
export function addedText(result: AddPartnersView, campaignName: string, failureTitle: Title): ToastText {
  const { addedCount, skipped } = result;
  if (addedCount === 0)
    return {
      title: failureTitle,
      text: `No partners were added. ${leftOut(reasonsOf(skipped))}`,
      variant: 'destructive',
    };
  const added = `${counted(addedCount, 'partner')} added to ${campaignName}.`;
  return { title: 'Partners Added', text: skipped.length > 0 ? `${added} ${leftOut(reasonsOf(skipped))}` : added };
}

/** What is said when nobody could be added, or only those of the first calls. */
export function addFailure(failureTitle: Title): (error: Error) => ToastText {
  const nobody = failure(failureTitle, 'Failed to add partners to campaign');
  return (error) => {
    if (!(error instanceof AddedInPart)) return nobody(error);
    const { done, wanted, cause } = error;
    const added = `${wholeNumber(done.addedCount)} of ${counted(wanted, 'partner')} added.`;
    const out = done.skipped.length > 0 ? ` ${leftOut(reasonsOf(done.skipped))}` : '';
    const rest = wanted - done.addedCount - done.skipped.length;
    const unsure = outcomeUncertain(cause) ? 'may be missing' : 'could not be added';
    return {
      title: failureTitle,
      text: `${added}${out} The other ${wholeNumber(rest)} ${unsure}: ${nobody(cause).text}`,
    };
  };
}

/** Adds partners to a campaign; the failure's title differs by screen. */
export function useAddPartners(failureTitle: Title) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (added: { campaignId: string; campaignName: string; partnerIds: string[] }) =>
      addPartners(added.campaignId, added.partnerIds),
    meta: { failure: addFailure(failureTitle) },
    onSuccess: (result, { campaignName }) => showToast(addedText(result, campaignName, failureTitle)),
    // those of the first calls are in it also when a later one failed
    onSettled: () => refetchCampaigns(queries),
  });
}
