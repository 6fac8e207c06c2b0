import type { CampaignView } from '../../../api/views.ts';
import { Card } from '../../components/ui/Card.tsx';
import { SaveRow } from '../../components/ui/SaveRow.tsx';
import { CampaignFields } from '../campaigns/CampaignFields.tsx';
import { useEditCampaign } from '../campaigns/editCampaign.ts';
import { useKeptForm } from '../session/keptForm.ts';

/** What a campaign is, in place. */
export function CampaignSettings(props: { campaign: CampaignView }) {
  const { form, submit, pending } = useEditCampaign(props.campaign);
  useKeptForm(form, `campaign ${props.campaign.id}`);
  return (
    <Card
      title="Campaign settings"
      note="Existing texts are kept. Regenerate them to apply new instructions."
      className="max-w-dialog-wide"
    >
      <form noValidate onSubmit={submit} aria-label="Campaign settings" className="p-4">
        <CampaignFields form={form} promptOptional followUpsFixed={props.campaign.status === 'completed'} />
        <div className="mt-4">
          <SaveRow form={form} saving={pending}>
            Save Changes
          </SaveRow>
        </div>
      </form>
    </Card>
  );
}
