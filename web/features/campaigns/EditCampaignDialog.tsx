import { useId } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { CampaignFields } from './CampaignFields.tsx';
import { useEditCampaign } from './editCampaign.ts';

export function EditCampaignDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign } = props;
  const { form, submit, pending } = useEditCampaign(campaign, props.onClose);
  const formId = useId();
  return (
    <Dialog
      wide
      onClose={props.onClose}
      title="Edit Campaign"
      description="Existing texts are kept. Regenerate them to apply new instructions."
    >
      <DialogBody>
        <form id={formId} noValidate onSubmit={submit}>
          <CampaignFields form={form} promptOptional followUpsFixed={campaign.status === 'completed'} />
        </form>
      </DialogBody>
      <DialogFooter onCancel={props.onClose}>
        <Button variant="primary" type="submit" form={formId} pending={pending}>
          Save Changes
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
