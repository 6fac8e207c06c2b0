import { zodResolver } from '@hookform/resolvers/zod';
import { LayoutTemplate } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { CampaignTemplateView } from '../../../api/views.ts';
import { type CampaignForm, campaignForm } from '../../../events/campaigns/campaignInput.ts';
import { INITIAL_SETTINGS, settingsForm, showSettings } from '../../../events/campaigns/settings.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { showToast } from '../../lib/toasts.ts';
import { totalWords } from '../../lib/total.ts';
import { countOf } from '../partners/decisions.ts';
import { useApprovedSelection } from '../partners/selection.ts';
import { useKeptForm } from '../session/keptForm.ts';
import { useCreateCampaign } from './addPartners.ts';
import { CampaignFields, focusInvitation } from './CampaignFields.tsx';
import type { CampaignFormInput } from './campaignFormState.ts';
import { usePartnersForNew } from './partnersForNew.ts';

const BLANK = settingsForm({ ...showSettings(INITIAL_SETTINGS), followUps: [], abTest: null });

export function CreateCampaignForm(props: { onDone: () => void }) {
  const form = useForm<CampaignFormInput, unknown, CampaignForm>({
    resolver: zodResolver(campaignForm),
    defaultValues: BLANK,
  });
  useKeptForm(form, 'new campaign');
  const create = useCreateCampaign(() => {
    setPartners(null);
    selection.clear();
  });
  const [, navigate] = useLocation();
  const [partners, setPartners] = usePartnersForNew();
  const count = countOf(partners);
  const selection = useApprovedSelection();
  const submit = form.handleSubmit(
    (typed) => {
      const sent = form.getValues();
      create.mutate(
        { form: typed, partners },
        {
          onSuccess: ({ id }) => {
            if (!mergeUnsaved(form, sent, BLANK)) props.onDone();
            if (count.total > 0) navigate(`/campaigns/${id}`);
          },
        },
      );
    },
    (errors) => focusInvitation(form, errors),
  );
  const start = ({ name, settings }: CampaignTemplateView): void => {
    const before = form.getValues();
    const take = (values: CampaignFormInput) => form.reset(values, { keepDefaultValues: true });
    take({ ...before, ...settings });
    showToast({
      title: 'Template Used',
      text: `The form has the steps of "${name}" now.`,
      action: { label: 'Undo', instead: 'Undo: bring the form back', act: () => take(before) },
    });
  };
  return (
    <Card
      title="New campaign"
      actions={<Templates onChoose={start} />}
      note="Emails go out at random intervals to simulate human timing, up to the daily limit."
    >
      <form onSubmit={submit} noValidate aria-label="New campaign" className="p-4">
        {count.total > 0 && (
          <Notice
            tone="info"
            className="mb-4"
            action={
              <Button variant="ghost" size="small" onClick={() => setPartners(null)}>
                Leave them out
              </Button>
            }
          >
            With the {totalWords(count, 'partner')} that you selected.
          </Notice>
        )}
        <CampaignFields form={form} />
        <div className="mt-4 flex justify-end gap-2">
          <Button variant="ghost" onClick={props.onDone}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create draft'}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const TemplatesPanel = onDemand(() => import('./TemplatesPanel.tsx').then((module) => module.TemplatesPanel));

function Templates(props: { onChoose: (template: CampaignTemplateView) => void }) {
  return (
    <Popover
      label="Templates"
      align="end"
      button={{
        children: (
          <>
            <LayoutTemplate aria-hidden />
            Start from a template
          </>
        ),
      }}
      className="w-72 p-2"
    >
      {(close) => (
        <FetchedPart onLost={close}>
          <TemplatesPanel
            onChoose={(template) => {
              close();
              props.onChoose(template);
            }}
          />
        </FetchedPart>
      )}
    </Popover>
  );
}
