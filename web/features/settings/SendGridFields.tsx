import type { EmailSettingsView } from '../../../api/views.ts';
import { SENDGRID_REGIONS } from '../../../events/shared/options.ts';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Select } from '../../components/ui/Select.tsx';
import type { SendGridProblems, SendGridTyped } from './sendGridForm.ts';

/** From whom SendGrid sends, and the key to it. The key can be typed, never read. */
export function SendGridFields(props: {
  settings: EmailSettingsView;
  typed: SendGridTyped;
  problems: SendGridProblems;
  onChange: (part: Partial<SendGridTyped>) => void;
}) {
  const { settings, typed, problems, onChange } = props;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="From email" error={problems.fromEmail} hint="Must be a verified sender in your SendGrid account.">
        {(control) => (
          <Input
            {...control}
            name="fromEmail"
            type="email"
            autoComplete="email"
            placeholder="you@yourbusiness.com"
            value={typed.fromEmail ?? settings.fromEmail ?? ''}
            onChange={(event) => onChange({ fromEmail: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="SendGrid API key"
        error={problems.apiKey}
        hint={
          settings.hasSendGridKey
            ? 'A key is stored. Type a new one only to replace it.'
            : 'Stored encrypted, never shown again.'
        }
      >
        {(control) => (
          <Input
            {...control}
            name="apiKey"
            type="password"
            autoComplete="new-password"
            spellCheck={false}
            placeholder={settings.hasSendGridKey ? '••••••••••••' : 'SG.…'}
            value={typed.apiKey}
            onChange={(event) => onChange({ apiKey: event.target.value })}
          />
        )}
      </Field>
      <Field label="Region" hint="Choose EU only for a subuser that SendGrid made in the EU.">
        {(control) => (
          <Select
            {...control}
            value={typed.region ?? settings.sendGridRegion}
            onChange={(value) => onChange({ region: SENDGRID_REGIONS.find((known) => known === value) ?? null })}
            options={[
              { value: 'global', label: 'Global' },
              { value: 'eu', label: 'EU' },
            ]}
          />
        )}
      </Field>
    </div>
  );
}
