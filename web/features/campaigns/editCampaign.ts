import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CampaignView, FollowUpChangesView } from '../../../api/views.ts';
import { type CampaignForm, type CampaignPatch, campaignEditForm } from '../../../events/campaigns/campaignInput.ts';
import { settingsForm } from '../../../events/campaigns/settings.ts';
import { sameJson } from '../../../events/shared/sameJson.ts';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { useEditPreview, useUpdateCampaign } from './api.ts';
import { focusInvitation } from './CampaignFields.tsx';
import type { CampaignFormInput } from './campaignFormState.ts';
import { changesText } from './editPreview.ts';

/** The parts that an edit keeps. Only a draft writes texts again. */
export const editNote = ({ status }: Pick<CampaignView, 'status'>): string =>
  status === 'draft'
    ? 'Existing texts are kept. Regenerate them to apply new instructions.'
    : 'Sent and edited texts are kept. Waiting follow-ups take the new wait and text.';

const SUBJECT: readonly (keyof CampaignForm)[] = ['subjectType', 'staticSubject', 'invitationText'];

/** Changed fields only, compared with the campaign as shown: another window may have changed the rest. The subject goes as a whole. */
function changesOf(shown: CampaignFormInput, sent: CampaignFormInput, typed: CampaignForm): CampaignPatch {
  const isChanged = (name: keyof CampaignForm): boolean => !sameJson(sent[name], shown[name]);
  const { subjectType, staticSubject, invitationText, ...others } = typed;
  const changed = Object.entries(others).filter(
    // without instructions the present ones stay
    ([name, value]) => isChanged(name as keyof CampaignForm) && !(name === 'messagePrompt' && value === ''),
  );
  const subject = subjectType === 'static' ? { subjectType, staticSubject } : { subjectType, invitationText };
  return { ...Object.fromEntries(changed), ...(SUBJECT.some(isChanged) ? subject : {}) };
}

type Wish = { patch: CampaignPatch; sent: CampaignFormInput; typed: CampaignForm };
type Asked = Wish & { changes: FollowUpChangesView };

/** The form of a campaign. `onSaved`: nothing else was typed while it was saved. `question`: what FollowUpQuestion asks. */
export function useEditCampaign(campaign: CampaignView, onSaved?: () => void) {
  const form = useForm<CampaignFormInput, unknown, CampaignForm>({
    resolver: zodResolver(campaignEditForm),
    defaultValues: settingsForm(campaign),
  });
  const update = useUpdateCampaign(campaign.id);
  const shown = useRef<CampaignFormInput>(settingsForm(campaign));
  // changes from elsewhere show in the form, except in edited fields
  useEffect(() => {
    const newer = settingsForm(campaign);
    if (update.isPending || sameJson(newer, shown.current)) return;
    mergeUnsaved(form, shown.current, newer);
    shown.current = newer;
  }, [campaign, form, update.isPending]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const look = useEditPreview(campaign.id);
  const save = ({ patch, sent, typed, changes }: Wish & Partial<Asked>): void =>
    update.mutate(
      { patch, changes },
      {
        onSuccess: () => {
          setAsked(null);
          const saved = { ...sent, ...typed };
          shown.current = saved;
          if (!mergeUnsaved(form, sent, saved)) onSaved?.();
        },
      },
    );
  const submit = form.handleSubmit(
    (typed) => {
      const sent = form.getValues();
      const wish = { sent, typed, patch: changesOf(shown.current, sent, typed) };
      if (!wish.patch.followUps) return save(wish);
      look.mutate(wish.patch, {
        onSuccess: (changes) => (changesText(changes) === null ? save(wish) : setAsked({ ...wish, changes })),
      });
    },
    (errors) => focusInvitation(form, errors),
  );
  const question = asked && {
    ...{ changes: asked.changes, pending: update.isPending },
    onClose: () => setAsked(null),
    onConfirm: () => save(asked),
  };
  return { form, submit, pending: look.isPending || update.isPending, question };
}
