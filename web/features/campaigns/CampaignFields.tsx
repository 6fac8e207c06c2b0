import { useRef } from 'react';
import { Controller, type FieldErrors } from 'react-hook-form';
import { settingLabel } from '../../../events/campaigns/settingWords.ts';
import { type AbTest, variedField } from '../../../events/campaigns/variants.ts';
import { RECIPIENT_HOURS } from '../../../events/sending/recipientHours.ts';
import { hoursText } from '../../../events/sending/sendWhy.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { DAILY_LIMIT, type SubjectType } from '../../../events/shared/options.ts';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { counted } from '../../lib/numbers.ts';
import { useFocusOnWrong } from '../../lib/useFocusOnWrong.ts';
import { useBusinessProfile } from '../profile/api.ts';
import { OwnHours } from '../sending/OwnHours.tsx';
import type { SendHoursProblems } from '../sending/SendHoursFields.tsx';
import { InsertMenu } from '../texts/InsertMenu.tsx';
import { TextPreview } from '../texts/TextPreview.tsx';
import type { CampaignFormState } from './campaignFormState.ts';
import { FollowUpFields, type FollowUpProblems } from './FollowUpFields.tsx';
import { mediaKitNote } from './MediaKitLine.tsx';
import { OfferFields } from './OfferFields.tsx';
import { SendFrom } from './SendFrom.tsx';

const SUBJECTS = [
  { value: 'static', label: 'Static subject', note: 'The same subject line for everyone.' },
  {
    value: 'show_me_you_know_me',
    label: 'Show me you know me',
    note: 'An individual subject for each partner, based on their profile and your invitation.',
  },
];

const LIMITS = Array.from({ length: DAILY_LIMIT.max }, (_, index) => {
  const limit = index + DAILY_LIMIT.min;
  return { value: String(limit), label: `${counted(limit, 'email')} per day` };
});

/** Version B is compared with the texts of version A. Its text is named, because a change discards errors inside a field. */
const CHECKS_VERSION_B = { deps: ['abTest.variantB' as const] };

/** The rule reports an incomplete subject on staticSubject; with the other type the field to fill is the invitation. */
export function focusInvitation(form: CampaignFormState, errors: CampaignFormState['formState']['errors']): void {
  const { staticSubject, ...others } = errors;
  if (form.getValues('subjectType') === 'static' || !staticSubject || others.name) return;
  form.setFocus('invitationText');
}

/** The fields of a campaign, for the create form and the edit dialog. */
export function CampaignFields(props: { form: CampaignFormState; promptOptional?: boolean }) {
  const { form } = props;
  const { errors } = form.formState;
  const profile = useBusinessProfile().data;
  const subjectType = form.watch('subjectType');
  const wrong = errors.staticSubject?.message;
  // the rule says of either field alike that it is missing
  const missing = !form.watch(subjectType === 'static' ? 'staticSubject' : 'invitationText')?.trim();
  const wrongOr = (what: string) => (wrong && missing ? `${wrong}: write ${what}.` : wrong);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Campaign name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} />}
      </Field>
      <Controller
        control={form.control}
        name="dailyLimit"
        render={({ field }) => (
          <Field label={settingLabel('dailyLimit')} error={errors.dailyLimit?.message}>
            {(control) => (
              <Select
                {...control}
                value={String(field.value ?? DAILY_LIMIT.default)}
                onChange={(value) => field.onChange(Number(value))}
                options={LIMITS}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="mailbox"
        render={({ field }) => (
          <SendFrom value={field.value ?? null} onChange={field.onChange} error={errors.mailbox?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="subjectType"
        rules={CHECKS_VERSION_B}
        render={({ field }) => (
          <div className="sm:col-span-2">
            <p className="mb-1.5 font-medium text-small">{settingLabel('subjectType')}</p>
            <Radio
              label={settingLabel('subjectType')}
              value={field.value}
              onChange={field.onChange}
              options={SUBJECTS}
            />
          </div>
        )}
      />
      {subjectType === 'static' ? (
        <Field label={settingLabel('staticSubject')} error={wrongOr('a subject')} className="sm:col-span-2">
          {(control) => (
            <>
              <Input {...control} {...form.register('staticSubject', CHECKS_VERSION_B)} />
              <InsertMenu field={control.id} label="the subject" />
              <TextPreview label="the subject" text={form.watch('staticSubject') ?? ''} />
            </>
          )}
        </Field>
      ) : (
        <Field
          label={settingLabel('invitationText')}
          error={errors.invitationText?.message ?? wrongOr('an invitation')}
          limit={LONGEST.invitationText}
          hint="What you invite them to, in a few words. The subject line is built around it."
          className="sm:col-span-2"
        >
          {(control) => <Input {...control} {...form.register('invitationText', CHECKS_VERSION_B)} />}
        </Field>
      )}
      <Field
        label={settingLabel('messagePrompt')}
        error={errors.messagePrompt?.message}
        limit={LONGEST.messagePrompt}
        optional={props.promptOptional ?? false}
        hint={
          props.promptOptional
            ? 'What each message should say. Leave it empty to keep the current instructions.'
            : 'What each message should say. Each message is based on the partner’s profile.'
        }
        className="sm:col-span-2"
      >
        {(control) => <Textarea {...control} rows={4} {...form.register('messagePrompt', CHECKS_VERSION_B)} />}
      </Field>
      <OfferFields form={form} />
      <Controller
        control={form.control}
        name="abTest"
        rules={CHECKS_VERSION_B}
        render={({ field }) => (
          <div className="sm:col-span-2">
            <AbTestFields
              value={field.value ?? null}
              onChange={field.onChange}
              subjectType={subjectType}
              problem={(errors.abTest as FieldErrors<AbTest> | undefined)?.variantB?.message}
              focus={field.ref}
            />
          </div>
        )}
      />
      <Controller
        control={form.control}
        name="followUps"
        rules={{ deps: ['followUps'] }}
        render={({ field }) => (
          <div className="sm:col-span-2">
            <FollowUpFields
              value={field.value ?? []}
              onChange={field.onChange}
              problems={errors.followUps as FollowUpProblems | undefined}
              focus={field.ref}
            />
          </div>
        )}
      />
      <Controller
        control={form.control}
        name="sendWindow"
        render={({ field }) => (
          <div className="sm:col-span-2">
            <OwnHours
              value={field.value ?? null}
              onChange={field.onChange}
              problems={errors.sendWindow as SendHoursProblems | undefined}
              focus={{
                give: field.ref,
                problemsNow: () => form.getFieldState('sendWindow').error as SendHoursProblems,
              }}
            />
          </div>
        )}
      />
      <Controller
        control={form.control}
        name="mediaKit"
        render={({ field }) => (
          <div className="sm:col-span-2">
            <Switch
              label={<span className="font-medium text-small">Attach the media kit</span>}
              note={mediaKitNote(profile?.mediaKit)}
              checked={field.value ?? false}
              onChange={field.onChange}
            />
          </div>
        )}
      />
      <Controller
        control={form.control}
        name="recipientHours"
        render={({ field }) => (
          <div className="sm:col-span-2">
            <Switch
              label={<span className="font-medium text-small">Only in the recipients’ working hours</span>}
              note={`${hoursText(RECIPIENT_HOURS)} where they are, within your sending hours. Where that is not possible or their country is not known, your hours count.`}
              checked={field.value ?? false}
              onChange={field.onChange}
            />
          </div>
        )}
      />
    </div>
  );
}

/** The text of version B of the first email. `focus` hands the form what puts the focus on its text. */
function AbTestFields(props: {
  value: AbTest | null;
  onChange: (value: AbTest | null) => void;
  subjectType: SubjectType;
  problem: string | undefined;
  focus: (control: { focus: () => void }) => void;
}) {
  const { value, onChange, subjectType, problem, focus } = props;
  const fields = useRef<HTMLDivElement>(null);
  useFocusOnWrong(fields, focus);
  const subject = subjectType === 'static' ? 'Subject' : 'Invitation';
  return (
    <div ref={fields} className="flex flex-col gap-3">
      <Switch
        label={<span className="font-medium text-small">Test a second version</span>}
        note="Half of the partners get version B of the first email. The campaign shows which one gets more replies."
        checked={value !== null}
        onChange={(on) => onChange(on ? { varies: 'subject', variantB: '' } : null)}
      />
      {value && (
        <>
          <Radio
            label="What differs"
            value={value.varies}
            onChange={(varies) => onChange({ ...value, varies: varies as AbTest['varies'] })}
            options={[
              { value: 'subject', label: `Another ${subject.toLowerCase()}` },
              { value: 'instructions', label: 'Other instructions' },
            ]}
          />
          <Field
            label={value.varies === 'subject' ? `${subject} of version B` : 'Instructions of version B'}
            error={problem}
            limit={LONGEST[variedField({ subjectType, abTest: value })]}
            hint="Everything else is the same, so that you can tell what made the difference."
          >
            {(control) => {
              const Control = value.varies === 'subject' ? Input : Textarea;
              return (
                <Control
                  {...control}
                  {...(value.varies === 'instructions' && { rows: 4 })}
                  value={value.variantB}
                  onChange={(event) => onChange({ ...value, variantB: event.target.value })}
                />
              );
            }}
          </Field>
        </>
      )}
    </div>
  );
}
