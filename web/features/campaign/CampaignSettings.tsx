import type { CampaignView } from '../../../api/views.ts';
import { Card } from '../../components/ui/Card.tsx';
import { SaveRow } from '../../components/ui/SaveRow.tsx';
import { CampaignFields } from '../campaigns/CampaignFields.tsx';
import { editNote, useEditCampaign } from '../campaigns/editCampaign.ts';
import { FollowUpQuestion } from '../campaigns/FollowUpQuestion.tsx';
import { useKeptForm } from '../session/keptForm.ts';

export function CampaignSettings(props: { campaign: CampaignView }) {
  const { form, submit, pending, question } = useEditCampaign(props.campaign);
  useKeptForm(form, `campaign ${props.campaign.id}`);
  return (
    <Card title="Campaign settings" note={editNote(props.campaign)} className="max-w-dialog-wide">
      <form noValidate onSubmit={submit} aria-label="Campaign settings" className="p-4">
        <CampaignFields form={form} promptOptional />
        <div className="mt-4">
          <SaveRow form={form} saving={pending}>
            Save Changes
          </SaveRow>
        </div>
      </form>
      {question && <FollowUpQuestion campaign={props.campaign} {...question} />}
    </Card>
  );
}
