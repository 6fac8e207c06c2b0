import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddPartnersView } from '../../../api/views.ts';
import type { CampaignForm } from '../../../events/inputs/campaigns.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { addedText, addFailure, addPartners } from './addPartners.ts';
import { refetchCampaigns } from './refetchCampaigns.ts';

/** POST /api/campaigns; only the subject field of the chosen type is sent. */
export function createCampaign(form: CampaignForm) {
  const { staticSubject, invitationText, ...rest } = form;
  const subject = form.subjectType === 'static' ? { staticSubject } : { invitationText };
  return unwrap(client.api.campaigns.$post({ json: { ...rest, ...subject } }));
}

type NewCampaign = { form: CampaignForm; partnerIds: readonly string[] };
/** `added`: null: no partners were given; an error: the campaign exists, but not all partners are in it. */
type Created = { id: string; added: AddPartnersView | Error | null };

/** The campaign is there also when its partners cannot be added: they can be later. */
async function createWithPartners({ form, partnerIds }: NewCampaign): Promise<Created> {
  const { id } = await createCampaign(form);
  if (partnerIds.length === 0) return { id, added: null };
  return { id, added: await addPartners(id, partnerIds).catch((error: Error) => error) };
}

const FAILED = 'Failed to Add Partners';

function createdText(name: string, added: Created['added']): ToastText {
  if (added === null) return { title: 'Campaign Created', text: `${name} is a draft. Add partners to it next.` };
  const said = added instanceof Error ? addFailure(FAILED)(added) : addedText(added, name, FAILED);
  return said.title === FAILED
    ? { ...said, variant: 'destructive', text: `${name} was created as a draft. ${said.text}` }
    : { ...said, title: 'Campaign Created' };
}

/** `onAdded`: called when the partners were added, also after the screen was left. */
export function useCreateCampaign(onAdded: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createWithPartners,
    meta: { failure: failure('Error', 'Failed to create campaign') },
    onSuccess: async ({ added }, { form: { name } }) => {
      showToast(createdText(name, added));
      if (added !== null && !(added instanceof Error)) onAdded();
      await refetchCampaigns(queries);
    },
  });
}
