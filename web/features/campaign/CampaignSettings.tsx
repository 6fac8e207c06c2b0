import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { CampaignFields } from '../campaigns/CampaignFields.tsx';
import { useEditCampaign } from '../campaigns/editCampaign.ts';

/** What a campaign is, in place. */
export function CampaignSettings(props: { campaign: CampaignView }) {
  const { form, submit, pending } = useEditCampaign(props.campaign);
  return (
    <Card
      title="Campaign settings"
      note="Existing texts are kept. Regenerate them to apply new instructions."
      className="max-w-dialog-wide"
    >
      <form noValidate onSubmit={submit} aria-label="Campaign settings" className="p-4">
        <CampaignFields form={form} promptOptional followUpsFixed={props.campaign.status === 'completed'} />
        <div className="mt-4 flex justify-end">
          <Button variant="primary" type="submit" pending={pending}>
            Save Changes
          </Button>
        </div>
      </form>
    </Card>
  );
}
