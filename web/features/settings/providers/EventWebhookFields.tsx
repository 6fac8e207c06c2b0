import { useId } from 'react';
import type { EmailSettingsView } from '../../../../api/views.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { CopyField } from '../../../components/ui/CopyField.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { Input } from '../../../components/ui/Input.tsx';

/** SendGrid posts its events to this address and signs them with this key. Sending needs neither. */
export function EventWebhookFields(props: {
  settings: EmailSettingsView;
  typed: string | undefined;
  problem: string | undefined;
  onChange: (typed: string) => void;
}) {
  const { settings, typed, problem, onChange } = props;
  const title = useId();
  return (
    <section aria-labelledby={title} className="flex flex-col gap-4 border-line border-t pt-4">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h3 id={title} className="font-medium text-small">
            Event webhook <span className="font-normal text-ink-3">(optional)</span>
          </h3>
          {settings.hasWebhookKey && <Badge tone="good">Key Set</Badge>}
        </div>
        <p className="text-ink-3 text-note">
          With it, bounces and spam reports stop further emails to that person automatically.
        </p>
      </div>
      <CopyField
        label="Webhook address"
        what="Address"
        value={settings.webhookUrl}
        hint="In SendGrid, under Mail Settings, Event Webhook: post to this address, with Signed Event Webhook on."
      />
      <Field
        label="Verification key"
        error={problem}
        hint={
          settings.hasWebhookKey
            ? 'A key is stored. Paste a new one only to replace it.'
            : 'SendGrid shows it once signing is switched on.'
        }
      >
        {(control) => (
          <Input
            {...control}
            name="webhookPublicKey"
            autoComplete="off"
            spellCheck={false}
            placeholder="MFkw…"
            value={typed ?? ''}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </section>
  );
}
