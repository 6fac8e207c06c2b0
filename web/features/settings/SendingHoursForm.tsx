import { Controller, useForm } from 'react-hook-form';
import { Link } from 'wouter';
import type { SendingSettingsView } from '../../../api/views.ts';
import type { SendingRules } from '../../../events/sending/sendingInput.ts';
import { MAILBOX_CAP } from '../../../events/shared/options.ts';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { SaveRow } from '../../components/ui/SaveRow.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { lazyZodResolver } from '../../lib/lazyRules.ts';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { useAccount } from '../sending/account.ts';
import { useSaveSendingSettings } from '../sending/api.ts';
import { SendHoursFields, type SendHoursProblems } from '../sending/SendHoursFields.tsx';
import { useKeptForm } from '../session/keptForm.ts';

const checked = lazyZodResolver(() =>
  import('../../../events/sending/sendingInput.ts').then((rules) => rules.sendingRules),
);

const rulesOf = ({ window, mailboxDailyCap, rampUp }: SendingSettingsView): SendingRules => ({
  window: { ...window, weekdays: [...window.weekdays] },
  mailboxDailyCap,
  rampUp,
});

export function SendingHoursForm(props: { settings: SendingSettingsView }) {
  const { settings } = props;
  const stored = rulesOf(settings);
  const form = useForm<SendingRules>({
    resolver: checked,
    defaultValues: stored,
    // changes from elsewhere show, except in edited fields
    values: stored,
    resetOptions: { keepDirtyValues: true },
  });
  useKeptForm(form, `hours ${useAccount() ?? ''}`);
  const save = useSaveSendingSettings();
  const { errors } = form.formState;
  const submit = form.handleSubmit((rules) => {
    const sent = form.getValues();
    save.mutate(rules, { onSuccess: () => void mergeUnsaved(form, sent, rules) });
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Sending hours" className="flex flex-col gap-4">
      {settings.anyHour && <Notice tone="warn">Test mode: emails are sent at any hour of any day.</Notice>}
      <Controller
        control={form.control}
        name="window"
        render={({ field }) => (
          <SendHoursFields
            value={field.value}
            onChange={field.onChange}
            problems={errors.window as SendHoursProblems | undefined}
            focus={{ give: field.ref, problemsNow: () => form.getFieldState('window').error as SendHoursProblems }}
          />
        )}
      />
      <p className="text-ink-2 text-small">
        {settings.timezone ? (
          <>
            Times are in <strong className="font-medium text-ink">{settings.timezone.replaceAll('_', ' ')}</strong>.
          </>
        ) : (
          'No time zone is set, so these times are in UTC.'
        )}{' '}
        <Link href="/settings" className="link">
          Change time zone
        </Link>
      </p>
      <Field
        label="Daily limit across all campaigns"
        error={errors.mailboxDailyCap?.message}
        hint={`${MAILBOX_CAP.min} to ${MAILBOX_CAP.max}. Each campaign has its own daily limit, too.`}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('mailboxDailyCap', { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
            min={MAILBOX_CAP.min}
            max={MAILBOX_CAP.max}
            className="max-w-28 tabular-nums"
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="rampUp"
        render={({ field }) => (
          <Switch
            label="Ramp up slowly"
            note="For a new mailbox: it sends 5 emails on its first day and 5 more on each further sending day, up to the limit, so that providers learn to trust it."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <SaveRow form={form} saving={save.isPending}>
        Save Sending Hours
      </SaveRow>
    </form>
  );
}
