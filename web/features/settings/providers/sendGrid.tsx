import { useState } from 'react';
import type { EmailSettingsView } from '../../../../api/views.ts';
import { SENDGRID_REGIONS } from '../../../../events/shared/options.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { Input } from '../../../components/ui/Input.tsx';
import { Notice } from '../../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../../components/ui/QueryState.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { serverWords } from '../../../lib/apiError.ts';
import { useSingleFlight } from '../../../lib/singleFlight.ts';
import { ADDED, useAccount } from '../../sending/account.ts';
import { sendGridCalls, useDisconnect, useEmailSettings, useSaveEmailSettings, useTestSendGrid } from '../api.ts';
import { DisconnectButton } from '../DisconnectButton.tsx';
import { EventWebhookFields } from './EventWebhookFields.tsx';
import { isTyped, problemsOf, type Typed, testResult, toSave } from './sendGridForm.ts';

export function SendGridAccount() {
  return (
    <QueryState
      query={useEmailSettings()}
      loading={<Loading label="Loading email settings" height="h-36" />}
      failed="Error loading the email settings. Please try again."
    >
      {(settings) => <SendGridForm settings={settings} />}
    </QueryState>
  );
}

/** Keys can be typed, never read. SendGrid takes a typed key before it is saved. */
function SendGridForm({ settings }: { settings: EmailSettingsView }) {
  const isAdded = useAccount() === ADDED;
  const { fromEmail, hasSendGridKey } = settings;
  const [typed, setTyped] = useState<Typed>({});
  const [problems, setProblems] = useState<Typed>({});
  const [saves, setSaves] = useState(0);
  const save = useSaveEmailSettings();
  const saving = useSingleFlight(async (form: HTMLFormElement) => {
    const found = await problemsOf(typed, settings);
    setProblems(found);
    const wrong = [...form.querySelectorAll('input')].find(({ name }) => name in found);
    if (wrong) return wrong.focus();
    // show the stored values, without keys; keep later edits
    const onSuccess = (saved: object | null) => {
      if (saved === null) return;
      setSaves((before) => before + 1);
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== typed[name as keyof Typed])),
      );
    };
    // the query client reports a failure
    await save
      .mutateAsync({ emailProvider: 'sendgrid', ...toSave(typed, settings) }, { onSuccess })
      .catch(() => undefined);
  });
  const onChange = (part: Typed): void => {
    setTyped({ ...typed, ...part });
    setProblems({});
  };
  return (
    <form
      noValidate
      aria-label="SendGrid"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        saving.run(event.currentTarget);
      }}
    >
      {hasSendGridKey && (
        <Badge tone="good" className="self-start">
          API Key Set
        </Badge>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="From email" error={problems.fromEmail} hint="Must be a verified sender in your SendGrid account.">
          {(control) => (
            <Input
              {...control}
              name="fromEmail"
              type="email"
              autoComplete="email"
              placeholder="you@yourbusiness.com"
              value={typed.fromEmail ?? fromEmail ?? ''}
              onChange={(event) => onChange({ fromEmail: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="SendGrid API key"
          error={problems.sendgridApiKey}
          hint={
            hasSendGridKey
              ? 'A key is stored. Type a new one only to replace it.'
              : 'Stored encrypted, never shown again.'
          }
        >
          {(control) => (
            <Input
              {...control}
              name="sendgridApiKey"
              type="password"
              autoComplete="new-password"
              spellCheck={false}
              placeholder={hasSendGridKey ? '••••••••••••' : 'SG.…'}
              value={typed.sendgridApiKey ?? ''}
              onChange={(event) => onChange({ sendgridApiKey: event.target.value })}
            />
          )}
        </Field>
        <Field label="Region" hint="Choose EU only for a subuser that SendGrid made in the EU.">
          {(control) => (
            <Select
              {...control}
              value={SENDGRID_REGIONS.find((known) => known === typed.sendgridRegion) ?? settings.sendGridRegion}
              onChange={(sendgridRegion) => onChange({ sendgridRegion })}
              options={[
                { value: 'global', label: 'Global' },
                { value: 'eu', label: 'EU' },
              ]}
            />
          )}
        </Field>
      </div>
      {hasSendGridKey && fromEmail && (
        // forget the test result of another sender or key
        <Stored
          key={`${saves} ${fromEmail}`}
          fromEmail={fromEmail}
          disabled={saving.pending || isTyped(typed, settings)}
        />
      )}
      {/* the address names the account, so there is none before it exists */}
      {!isAdded && (
        <EventWebhookFields
          settings={settings}
          typed={typed.webhookPublicKey}
          problem={problems.webhookPublicKey}
          onChange={(webhookPublicKey) => onChange({ webhookPublicKey })}
        />
      )}
      {save.error && <Notice tone="bad">{serverWords(save.error, 'Failed to update email settings')}</Notice>}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={saving.pending}>
          Save Email Settings
        </Button>
      </div>
    </form>
  );
}

function Stored(props: { fromEmail: string; disabled: boolean }) {
  const test = useTestSendGrid(useAccount());
  const disconnect = useDisconnect(sendGridCalls);
  const result = test.isSuccess && testResult(test.data, props.fromEmail);
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          pending={test.isPending}
          disabled={props.disabled || disconnect.isPending}
          onClick={() => test.mutate()}
        >
          Send Test Email
        </Button>
        <DisconnectButton account="SendGrid" pending={disconnect.isPending} onDisconnect={disconnect.mutate} />
      </div>
      {result && <Notice tone={result.tone}>{result.text}</Notice>}
    </div>
  );
}
