import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SendingAccountView } from '../../../api/views.ts';
import type { EmailProvider } from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { classes } from '../../lib/classes.ts';
import { GmailAccount } from './providers/gmail.tsx';
import { MailboxAccount } from './providers/mailbox.tsx';
import { SendGridAccount } from './providers/sendGrid.tsx';
import { SesAccount } from './providers/ses.tsx';

type Choice = { value: EmailProvider; label: string; note: string; has?: string; Part: () => ReactNode };

const CHOICES: readonly Choice[] = [
  { value: 'gmail', label: 'Gmail', note: 'Sign in with Google in a window.', has: 'Connected', Part: GmailAccount },
  {
    ...{ value: 'smtp', label: 'Another mailbox', Part: MailboxAccount },
    note: 'Microsoft 365, Outlook, or any host with SMTP and IMAP.',
  },
  {
    ...{ value: 'sendgrid', label: 'SendGrid', has: 'API Key Set', Part: SendGridAccount },
    note: 'With an API key of your account.',
  },
];
const MORE: Choice = {
  ...{ value: 'ses', label: 'Amazon SES', Part: SesAccount },
  note: 'With SMTP credentials of your AWS account.',
};

/** Adds an account in two steps. The second tests the connection before anything is saved. */
export function AddAccount({ accounts }: { accounts: readonly SendingAccountView[] }) {
  const [chosen, setChosen] = useState<EmailProvider | null>(null);
  // the forms stay, so that another choice takes nothing typed away
  const [opened, setOpened] = useState<readonly EmailProvider[]>([]);
  const title = useRef<HTMLHeadingElement>(null);
  const isBeside = accounts.length > 0;
  // the pressed link is gone
  useEffect(() => {
    if (isBeside) title.current?.focus();
  }, [isBeside]);
  const choose = (value: EmailProvider): void => {
    setChosen(value);
    setOpened((before) => [...new Set([...before, value])]);
  };
  const choices = opened.includes(MORE.value) ? [...CHOICES, MORE] : CHOICES;
  const isIn = (value: EmailProvider) =>
    accounts.some(({ provider, health }) => provider === value && health !== 'not_connected');
  return (
    <section
      aria-labelledby="add-account"
      className={classes('flex flex-col gap-5 bg-sunken p-4', isBeside ? 'border-b' : 'rounded-b-panel')}
    >
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 ref={title} id="add-account" tabIndex={-1} className="font-semibold outline-none">
            Add account
          </h3>
          <p className="text-ink-3 text-note">The connection is tested before it is saved.</p>
        </div>
        {isBeside && (
          <ButtonLink variant="ghost" href="/settings/sending">
            Cancel
          </ButtonLink>
        )}
      </div>
      <section aria-label="Email Provider" className="flex flex-col gap-5">
        <Step title="1. Email Provider">
          <Radio
            label="Email provider"
            columns={3}
            value={chosen ?? ''}
            onChange={(value) => choices.some((one) => one.value === value) && choose(value as EmailProvider)}
            options={choices.map(({ value, label, note, has }) => ({
              ...{ value, label },
              note: has && isIn(value) ? <Badge tone="good">{has}</Badge> : note,
            }))}
          />
          {!opened.includes(MORE.value) && (
            <Button variant="ghost" className="self-start" onClick={() => choose(MORE.value)}>
              More: {MORE.label}
            </Button>
          )}
        </Step>
        <Step title="2. Connect and test">
          {[...CHOICES, MORE].map(
            ({ value, Part }) =>
              opened.includes(value) && (
                <div key={value} hidden={value !== chosen}>
                  <div className="flex flex-col gap-3">
                    <Part />
                  </div>
                </div>
              ),
          )}
          {chosen === null && (
            <div className="flex items-center justify-between gap-3">
              <p className="text-ink-3 text-small">Choose a provider first.</p>
              <Button variant="primary" disabled>
                Save Email Settings
              </Button>
            </div>
          )}
        </Step>
      </section>
    </section>
  );
}

const Step = (props: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-3">
    <h4 className="font-medium text-small">{props.title}</h4>
    {props.children}
  </div>
);
