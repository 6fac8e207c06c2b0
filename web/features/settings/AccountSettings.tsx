import { useState } from 'react';
import type { EmailSettingsView, SendingAccountView } from '../../../api/views.ts';
import { EMAIL_PROVIDERS, type EmailProvider, PROVIDER_NAMES } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { accountName } from '../sending/api.ts';
import { useEmailSettings, useSaveEmailSettings } from './api.ts';
import { GmailAccount } from './providers/gmail.tsx';
import { MailboxAccount } from './providers/mailbox.tsx';
import { SendGridAccount } from './providers/sendGrid.tsx';
import { SesAccount } from './providers/ses.tsx';
import { SenderDomain } from './SenderDomain.tsx';

const PARTS: Readonly<Record<EmailProvider, () => React.ReactNode>> = {
  gmail: GmailAccount,
  smtp: MailboxAccount,
  sendgrid: SendGridAccount,
  ses: SesAccount,
};

export function AccountSettings({ account }: { account: SendingAccountView }) {
  const Part = account.provider && PARTS[account.provider];
  return (
    <section aria-label={accountName(account)} className="flex flex-col gap-5 border-t bg-sunken p-4">
      <ProviderChoice />
      {Part && (
        <div className="flex flex-col gap-3">
          <Part />
        </div>
      )}
      <SenderDomain />
    </section>
  );
}

const isStored = (settings: EmailSettingsView, provider: EmailProvider): boolean =>
  provider === 'gmail'
    ? settings.hasGmailAuth
    : provider === 'sendgrid'
      ? settings.hasSendGridKey
      : settings.connectedLogins.includes(provider);

/** Only an account that is connected to several providers is asked which one sends. */
function ProviderChoice() {
  const settings = useEmailSettings().data;
  const save = useSaveEmailSettings();
  const [chosen, setChosen] = useState<EmailProvider | null>(null);
  if (!settings) return null;
  const stored = EMAIL_PROVIDERS.filter((provider) => isStored(settings, provider));
  if (stored.length < 2) return null;
  const provider = chosen ?? settings.emailProvider;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (provider) save.mutate({ emailProvider: provider });
      }}
    >
      <Radio
        label="Email provider"
        value={provider ?? ''}
        onChange={(value) => setChosen(stored.find((known) => known === value) ?? null)}
        options={stored.map((value) => ({ value, label: PROVIDER_NAMES[value], note: 'Connected' }))}
      />
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          disabled={!provider || provider === settings.emailProvider}
          pending={save.isPending}
        >
          Save Email Settings
        </Button>
      </div>
    </form>
  );
}
