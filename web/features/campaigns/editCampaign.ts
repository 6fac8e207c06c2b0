import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { CampaignView } from '../../../api/views.ts';
import { NO_OFFER } from '../../../events/campaigns/offer.ts';
import { type CampaignForm, campaignEditForm } from '../../../events/inputs/campaigns.ts';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { focusInvitation } from './CampaignFields.tsx';
import type { CampaignFormInput } from './campaignFormState.ts';
import { useUpdateCampaign } from './updateCampaign.ts';

const valuesOf = (campaign: CampaignView): CampaignFormInput => ({
  name: campaign.name ?? '',
  subjectType: campaign.subjectType,
  staticSubject: campaign.staticSubject ?? '',
  invitationText: campaign.invitationText ?? '',
  messagePrompt: campaign.messagePrompt ?? '',
  dailyLimit: campaign.dailyLimit,
  sendWindow: campaign.sendWindow && { ...campaign.sendWindow, weekdays: [...campaign.sendWindow.weekdays] },
  mailbox: campaign.mailbox,
  followUps: campaign.followUps,
  recipientHours: campaign.recipientHours,
  offer: campaign.offer ?? NO_OFFER,
  tone: campaign.tone,
  language: campaign.language,
  abTest: campaign.abTest && { varies: campaign.abTest.varies, variantB: campaign.abTest.variantB },
});

/** The form of what a campaign is. `onSaved`: nothing else was typed while it was saved. */
export function useEditCampaign(campaign: CampaignView, onSaved?: () => void) {
  const form = useForm<CampaignFormInput, unknown, CampaignForm>({
    resolver: zodResolver(campaignEditForm),
    defaultValues: valuesOf(campaign),
  });
  const update = useUpdateCampaign(campaign.id);
  const submit = form.handleSubmit(
    (typed) => {
      const sent = form.getValues();
      update.mutate(typed, {
        onSuccess: () => {
          if (!mergeUnsaved(form, sent, typed)) onSaved?.();
        },
      });
    },
    () => focusInvitation(form),
  );
  return { form, submit, pending: update.isPending };
}
