import type { CampaignView } from '../../../api/views.ts';
import { templateForm } from '../../../events/campaigns/campaignInput.ts';
import { settingsForm } from '../../../events/campaigns/settings.ts';
import { Dialog, DialogBody } from '../../components/ui/Dialog.tsx';
import { NameField } from '../../components/ui/NamedRows.tsx';
import { showToast } from '../../lib/toasts.ts';
import { keptTemplates } from './templates.ts';

export function SaveTemplateDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign, onClose } = props;
  const saving = keptTemplates.useSave();
  const save = (name: string): string | undefined => {
    const form = templateForm.safeParse({ name, settings: settingsForm(campaign) });
    if (!form.success) return form.error.issues[0]?.message;
    saving.mutate(form.data, {
      onSuccess: () => {
        showToast({ title: 'Template Saved', text: `Choose "${name}" when you create a campaign.` });
        onClose();
      },
    });
    return undefined;
  };
  return (
    <Dialog
      onClose={onClose}
      title="Save steps as template"
      description="Keeps the texts, follow-ups and settings, without partners and account."
    >
      <DialogBody>
        <NameField
          {...{ noun: 'template', label: 'Name', action: 'Save', hint: 'A template of the same name is replaced.' }}
          initial={(campaign.name ?? '').slice(0, 60)}
          pending={saving.isPending}
          onName={save}
        />
      </DialogBody>
    </Dialog>
  );
}
