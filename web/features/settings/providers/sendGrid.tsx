import { SENDGRID_REGIONS } from '../../../../events/shared/options.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { Input } from '../../../components/ui/Input.tsx';
import { Notice } from '../../../components/ui/Notice.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { useAccount } from '../../sending/account.ts';
import { sendGridCalls, useDisconnect, useTestSendGrid } from '../api.ts';
import { DisconnectButton } from '../DisconnectButton.tsx';
import { EventWebhookFields } from './EventWebhookFields.tsx';
import type { FieldsProps, ProviderPart } from './part.ts';
import { isTyped, problemsOf, testResult, toSave } from './sendGridForm.ts';

const NOTE = 'With an API key of your account.';

export const sendGridPart: ProviderPart = {
  option: ({ hasSendGridKey }) => ({
    label: 'SendGrid',
    note: hasSendGridKey ? <Badge tone="good">API Key Set</Badge> : NOTE,
  }),
  fields: { title: 'SendGrid', note: NOTE, problemsOf, toSave, Fields },
  cards: [],
};

/** Keys can be typed, never read. */
function Fields({ settings, typed, problems, onChange, saves, saving, isAdded }: FieldsProps) {
  const { fromEmail, hasSendGridKey } = settings;
  return (
    <>
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
        <Stored key={`${saves} ${fromEmail}`} fromEmail={fromEmail} disabled={saving || isTyped(typed, settings)} />
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
    </>
  );
}

/** Tests or disconnects the stored account. */
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
