/** A campaign gets partners: a new one, or one that is there. Apart from its other calls, which most screens need without these. */
import type { AddPartnersView, BatchView } from '../../../api/views.ts';
import type { CampaignForm } from '../../../events/campaigns/campaignInput.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS } from '../../lib/liveKeys.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { refetch, useAction } from '../../lib/useAction.ts';
import { awaitBatch, BATCH, isBatch } from '../partners/batch.ts';
import { type Chosen, countOf } from '../partners/decisions.ts';
import { queryOf } from '../partners/partnerPages.ts';
import { addedText } from './joiningText.ts';

const calls = client.api.campaigns;

const addChosen = (id: string, chosen: Chosen) =>
  unwrap(
    calls[':id'].partners.$post({
      param: { id },
      json: 'filter' in chosen ? { filter: queryOf(chosen.filter) } : { partnerIds: [...chosen.ids] },
    }),
  );

const NOT_ADDED = 'Failed to Add Partners';
const addFailure = (title: typeof NOT_ADDED | 'Error') => failure(title, 'Failed to add partners to campaign');

/** Whether someone joined, or the worker adds them. */
export const someJoined = (added: AddPartnersView | BatchView): boolean => isBatch(added) || added.addedCount > 0;

/** The failure's title differs by screen. */
export const useAddPartners = (failedTitle: typeof NOT_ADDED | 'Error') =>
  useAction({
    call: ({ campaignId, chosen }: { campaignId: string; campaignName: string; chosen: Chosen }) =>
      addChosen(campaignId, chosen),
    failed: addFailure(failedTitle),
    done: (result, { campaignName }) => (isBatch(result) ? null : addedText(result, campaignName, failedTitle)),
    after: (result, { campaignName }) => isBatch(result) && awaitBatch(result, campaignName),
    stale: [...CAMPAIGNS, BATCH],
  });

/** Only the chosen type's subject field is sent. */
function createCampaign({ staticSubject, invitationText, ...rest }: CampaignForm) {
  const subject = rest.subjectType === 'static' ? { staticSubject } : { invitationText };
  return unwrap(calls.$post({ json: { ...rest, ...subject } }));
}

type NewCampaign = { form: CampaignForm; partners: Chosen };
/** `added`: null: no partners were given; an error: the campaign exists, but not all partners are in it. */
type Created = { id: string; added: AddPartnersView | BatchView | Error | null };

function createdText(name: string, added: Created['added']): ToastText {
  if (added === null) return { title: 'Campaign Created', text: `${name} is a draft. Add partners to it next.` };
  if (!(added instanceof Error) && isBatch(added))
    return { title: 'Campaign Created', text: `${name} is a draft. Its partners are being added.` };
  const said = added instanceof Error ? addFailure(NOT_ADDED)(added) : addedText(added, name, NOT_ADDED);
  return said.title === NOT_ADDED
    ? { ...said, variant: 'destructive', text: `${name} was created as a draft. ${said.text}` }
    : { ...said, title: 'Campaign Created' };
}

/** `onAdded`: called when the partners were added, also after the screen was left. */
export const useCreateCampaign = (onAdded: () => void) =>
  useAction({
    call: async ({ form, partners }: NewCampaign): Promise<Created> => {
      const { id } = await createCampaign(form);
      if (countOf(partners).total === 0) return { id, added: null };
      // the campaign exists even if its partners cannot be added; they can be added later
      return { id, added: await addChosen(id, partners).catch((error: Error) => error) };
    },
    failed: failure('Error', 'Failed to create campaign'),
    done: ({ added }, { form }) => createdText(form.name, added),
    after: ({ added }, { form }, queries) => {
      if (added !== null && !(added instanceof Error)) {
        if (isBatch(added)) awaitBatch(added, form.name);
        onAdded();
      }
      return refetch(queries, [...CAMPAIGNS, BATCH]);
    },
  });
