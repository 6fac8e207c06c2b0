import { useId } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { CampaignFields } from './CampaignFields.tsx';
import { editNote, useEditCampaign } from './editCampaign.ts';
import { FollowUpQuestion } from './FollowUpQuestion.tsx';

export function EditCampaignDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign } = props;
  const { form, submit, pending, question } = useEditCampaign(campaign, props.onClose);
  const formId = useId();
  return (
    <Dialog wide onClose={props.onClose} title="Edit Campaign" description={editNote(campaign)}>
      <DialogBody>
        <form id={formId} noValidate onSubmit={submit}>
          <CampaignFields form={form} promptOptional />
        </form>
      </DialogBody>
      <DialogFooter onCancel={props.onClose}>
        <Button variant="primary" type="submit" form={formId} pending={pending}>
          Save Changes
        </Button>
      </DialogFooter>
      {question && <FollowUpQuestion campaign={campaign} {...question} />}
    </Dialog>
  );
}
