import { type FormEvent, useState } from 'react';
import type { EmailSettingsView } from '../../../api/views.ts';
import { emailSettingsForm } from '../../../events/inputs/mail.ts';
import type { EmailProvider } from '../../../events/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { showToast } from '../../lib/toasts.ts';
import { useEmailSettings, useSaveEmailSettings } from './emailSettings.ts';

/** Which way emails go out. */
export function EmailProviderCard() {
  const settings = useEmailSettings();
  return (
    <Card title="Email Provider" note="Which way your emails go out.">
      <div className="p-4">
        {settings.isPending && (
          <div role="status" aria-label="Loading email settings">
            <Skeleton className="h-36" />
          </div>
        )}
        {settings.isError && (
          <Notice tone="bad" action={<Button onClick={() => void settings.refetch()}>Try again</Button>}>
            The email settings could not be loaded.
          </Notice>
        )}
        {settings.data && <ProviderForm settings={settings.data} />}
      </div>
    </Card>
  );
}

function ProviderForm(props: { settings: EmailSettingsView }) {
  const { settings } = props;
  const [provider, setProvider] = useState<EmailProvider | null>(settings.emailProvider);
  const [fromEmail, setFromEmail] = useState(settings.fromEmail ?? '');
  const [apiKey, setApiKey] = useState('');
  const [fromProblem, setFromProblem] = useState<string>();
  const save = useSaveEmailSettings();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!provider) return;
    const from = fromEmail.trim();
    const key = apiKey.trim();
    if (provider === 'sendgrid' && (!from || !(key || settings.hasSendGridKey))) {
      showToast({
        title: 'Validation Error',
        text: 'From email and SendGrid API key are required for SendGrid',
        variant: 'destructive',
      });
      return;
    }
    const form = emailSettingsForm.safeParse({
      emailProvider: provider,
      ...(provider === 'sendgrid' && from && { fromEmail: from }),
      ...(provider === 'sendgrid' && key && { sendgridApiKey: key }),
    });
    if (!form.success) setFromProblem(form.error.issues[0]?.message);
    else save.mutate(form.data, { onSuccess: () => setApiKey('') });
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Radio
        label="Email provider"
        value={provider ?? ''}
        onChange={(value) => setProvider(value === 'sendgrid' ? 'sendgrid' : 'gmail')}
        options={[
          {
            value: 'gmail',
            label: 'Gmail',
            note: settings.hasGmailAuth ? (
              <Badge tone="good">Connected</Badge>
            ) : (
              'From your own mailbox, once it is connected.'
            ),
          },
          {
            value: 'sendgrid',
            label: 'SendGrid',
            note: settings.hasSendGridKey ? <Badge tone="good">API Key Set</Badge> : 'With an API key of your account.',
          },
        ]}
      />
      {provider === 'sendgrid' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From email" error={fromProblem} hint="Must be a verified sender in your SendGrid account.">
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="email"
                value={fromEmail}
                onChange={(event) => {
                  setFromEmail(event.target.value);
                  setFromProblem(undefined);
                }}
              />
            )}
          </Field>
          <Field
            label="SendGrid API key"
            hint={
              settings.hasSendGridKey
                ? 'A key is stored. Type a new one only to replace it.'
                : 'Stored encrypted, never shown again.'
            }
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="off"
                placeholder={settings.hasSendGridKey ? '••••••••••••' : ''}
                value={apiKey}
                onChange={(event) => setApiKey(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!provider} pending={save.isPending}>
          Save Email Settings
        </Button>
      </div>
    </form>
  );
}
