import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { CampaignView } from '../../../api/views.ts';
import { NO_OFFER } from '../../../events/campaigns/offer.ts';
import { type CampaignForm, campaignEditForm } from '../../../events/inputs/campaigns.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { CampaignFields, focusInvitation } from './CampaignFields.tsx';
import type { CampaignFormInput } from './campaignFormState.ts';
import { useUpdateCampaign } from './updateCampaign.ts';

export function EditCampaignDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign } = props;
  const form = useForm<CampaignFormInput, unknown, CampaignForm>({
    resolver: zodResolver(campaignEditForm),
    defaultValues: {
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
    },
  });
  const update = useUpdateCampaign(campaign.id);
  const formId = useId();
  return (
    <Dialog
      wide
      onClose={props.onClose}
      title="Edit Campaign"
      description="Existing texts are kept. Regenerate them to apply new instructions."
    >
      <DialogBody>
        <form
          id={formId}
          noValidate
          onSubmit={form.handleSubmit(
            (typed) => {
              const sent = form.getValues();
              update.mutate(typed, {
                onSuccess: () => {
                  if (!mergeUnsaved(form, sent, typed)) props.onClose();
                },
              });
            },
            () => focusInvitation(form),
          )}
        >
          <CampaignFields form={form} promptOptional followUpsFixed={campaign.status === 'completed'} />
        </form>
      </DialogBody>
      <DialogFooter onCancel={props.onClose}>
        <Button variant="primary" type="submit" form={formId} pending={update.isPending}>
          Save Changes
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
