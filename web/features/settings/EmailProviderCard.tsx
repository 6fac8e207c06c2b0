import { type FormEvent, useState } from 'react';
import type { EmailSettingsView } from '../../../api/views.ts';
import {
  EMAIL_PROVIDERS,
  type EmailProvider,
  LOGIN_PROVIDERS,
  type LoginProvider,
} from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { useSingleFlight } from '../../lib/singleFlight.ts';
import { showToast } from '../../lib/toasts.ts';
import { ADDED, useAccount } from '../sending/account.ts';
import { HoldNotice } from '../sending/HoldNotice.tsx';
import { useEmailSettings, useGmailStatus, useMailboxStatus, useSaveEmailSettings } from './api.ts';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { EventWebhookFields } from './EventWebhookFields.tsx';
import { LOGIN_PARTS } from './loginParts.ts';
import { SendGridFields } from './SendGridFields.tsx';
import { StoredSendGrid } from './StoredSendGrid.tsx';
import {
  isTyped,
  NOTHING_TYPED,
  problemsOf,
  type SendGridProblems,
  type SendGridTyped,
  toSave,
  typedSince,
} from './sendGridForm.ts';

/** Which way emails go out. */
export function EmailProviderCard() {
  const isAdded = useAccount() === ADDED;
  const settings = useEmailSettings();
  return (
    <Card
      title={isAdded ? 'SendGrid' : 'Email Provider'}
      note={isAdded ? 'With an API key of your account.' : 'How your emails are sent.'}
    >
      <div className="p-4">
        <QueryState
          query={settings}
          loading={<Loading label="Loading email settings" height="h-36" />}
          failed="Error loading the email settings. Please try again."
        >
          {(data) => (
            <>
              {data.hold && <HoldNotice hold={data.hold} className="mb-4" />}
              <ProviderForm settings={data} />
            </>
          )}
        </QueryState>
      </div>
    </Card>
  );
}

function ConnectedGmail() {
  const { data } = useGmailStatus();
  return <ConnectionBadge connected needsReauth={data?.needsReauth ?? false} paused={data?.paused ?? false} />;
}

function LoginBadge(props: { provider: LoginProvider }) {
  const { data } = useMailboxStatus(props.provider);
  return <ConnectionBadge connected needsReauth={Boolean(data?.error)} paused={data?.paused ?? false} />;
}

function ProviderForm(props: { settings: EmailSettingsView }) {
  const { settings } = props;
  const [chosen, setChosen] = useState<EmailProvider | null>(null);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [problems, setProblems] = useState<SendGridProblems>({});
  const [saves, setSaves] = useState(0);
  const save = useSaveEmailSettings();
  const { connectedLogins } = settings;
  const { data: mailbox } = useMailboxStatus('smtp', { enabled: connectedLogins.includes('smtp') });
  const isAdded = useAccount() === ADDED;
  const provider = isAdded ? 'sendgrid' : (chosen ?? settings.emailProvider);

  const saving = useSingleFlight(async (form: HTMLFormElement) => {
    if (!provider) return;
    const found = provider === 'sendgrid' ? await problemsOf(typed, settings) : {};
    setProblems(found);
    const first = (['fromEmail', 'apiKey', 'webhookKey'] as const).find((name) => found[name]);
    if (first) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      if (found.missing) {
        const text = 'From email and SendGrid API key are required for SendGrid';
        showToast({ title: 'Validation Error', text, variant: 'destructive' });
      }
      return;
    }
    // what is stored shows again, and no key is in its field any more; what was chosen and typed since stays
    const onSuccess = () => {
      setSaves((before) => before + 1);
      setChosen((now) => (now === provider ? null : now));
      setTyped((now) => typedSince(now, typed));
    };
    // the query client says it when it fails
    await save.mutateAsync(toSave(provider, typed, settings), { onSuccess }).catch(() => undefined);
  });
  const change = (part: Partial<SendGridTyped>): void => {
    setTyped({ ...typed, ...part });
    setProblems({});
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    saving.run(event.currentTarget);
  };

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {!isAdded && (
        <Radio
          label="Email provider"
          value={provider ?? ''}
          onChange={(value) => setChosen(EMAIL_PROVIDERS.find((known) => known === value) ?? null)}
          options={[
            {
              value: 'gmail',
              label: 'Gmail',
              note: settings.hasGmailAuth ? <ConnectedGmail /> : 'From your own mailbox.',
            },
            {
              value: 'sendgrid',
              label: 'SendGrid',
              note: settings.hasSendGridKey ? (
                <Badge tone="good">API Key Set</Badge>
              ) : (
                'With an API key of your account.'
              ),
            },
            ...LOGIN_PROVIDERS.map((login) => ({
              value: login,
              label: LOGIN_PARTS[login].label(mailbox),
              note: connectedLogins.includes(login) ? <LoginBadge provider={login} /> : LOGIN_PARTS[login].note,
            })),
          ]}
        />
      )}
      {provider === 'gmail' && !settings.hasGmailAuth && <GmailMissing />}
      {LOGIN_PROVIDERS.filter((login) => login === provider && !connectedLogins.includes(login)).map((login) => (
        <Notice key={login} tone="warn">
          {LOGIN_PARTS[login].missing}
        </Notice>
      ))}
      {provider === 'sendgrid' && (
        <>
          <SendGridFields settings={settings} typed={typed} problems={problems} onChange={change} />
          {settings.hasSendGridKey && settings.fromEmail && (
            <StoredSendGrid
              // the result of a test says nothing of another sender or key
              key={`${saves} ${settings.fromEmail}`}
              fromEmail={settings.fromEmail}
              disabled={saving.pending || isTyped(typed, settings)}
            />
          )}
          {/* its address names the account, which is not there yet */}
          {!isAdded && (
            <EventWebhookFields
              settings={settings}
              typed={typed.webhookKey}
              problem={problems.webhookKey}
              onChange={(webhookKey) => change({ webhookKey })}
            />
          )}
        </>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!provider} pending={saving.pending}>
          Save Email Settings
        </Button>
      </div>
    </form>
  );
}

function GmailMissing() {
  const unavailable = useGmailStatus().data?.unavailable;
  return (
    <Notice tone="warn">
      {unavailable
        ? 'Nothing can be sent this way: Gmail is not available in this installation.'
        : 'No Gmail account is connected. Nothing is sent until you connect one.'}
    </Notice>
  );
}
