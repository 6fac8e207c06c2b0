import { ChevronDown, CircleAlert, CircleCheck, CircleDashed, CirclePause } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { EmailSettingsView, SendingAccountView } from '../../../api/views.ts';
import { EMAIL_PROVIDERS, type EmailProvider, PROVIDER_NAMES } from '../../../events/shared/options.ts';
import { percent } from '../../../events/shared/rates.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { classes } from '../../lib/classes.ts';
import { momentIn, timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/api.ts';
import { AccountContext } from '../sending/account.ts';
import { accountName, kindName } from '../sending/api.ts';
import { isRatePause, ResumeSending } from '../sending/ResumeSending.tsx';
import { useEmailSettings, useSaveEmailSettings } from './api.ts';
import { CHECK_NAMES } from './domainTexts.ts';
import { accountUrl } from './openAccount.ts';
import { GmailAccount } from './providers/gmail.tsx';
import { MailboxAccount } from './providers/mailbox.tsx';
import { SendGridAccount } from './providers/sendGrid.tsx';
import { SesAccount } from './providers/ses.tsx';
import { SenderDomain } from './SenderDomain.tsx';

type RowProps = {
  account: SendingAccountView;
  isOpen: boolean;
  /** A link named it. */
  isNamed: boolean;
  isOnly: boolean;
};

/** An account, its health, and what to do about it. The open one has its settings below. */
export function AccountRow({ account, isOpen, isNamed, isOnly }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isOpen || !isNamed) return;
    (document.getElementById(window.location.hash.slice(1)) ?? row.current)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, isNamed]);
  return (
    <li ref={row} aria-current={isOpen ? 'true' : undefined} className="scroll-my-18">
      {isOnly ? (
        <div className="p-4">
          <Health account={account} />
        </div>
      ) : (
        <Link
          href={isOpen ? '/settings/sending' : accountUrl(account.id)}
          className="block p-4 -outline-offset-2 hover:bg-sunken/60"
        >
          <Health account={account}>
            <ChevronDown
              aria-hidden
              className={classes('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-180')}
            />
          </Health>
        </Link>
      )}
      <Trouble account={account} />
      {isOpen && (
        <AccountContext value={account.id}>
          <AccountSettings account={account} />
        </AccountContext>
      )}
    </li>
  );
}

function Health(props: { account: SendingAccountView; children?: React.ReactNode }) {
  const { account } = props;
  const now = useNow();
  const { tone, word, Icon } = HEALTH[account.health];
  const domain = domainWords(account.domain);
  const { sent, bounced, complained } = account.rates;
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 sm:flex">
      <span className="min-w-0 sm:flex-1">
        <span className="block truncate font-medium text-small">
          <bdi>{accountName(account)}</bdi>
        </span>
        <span className="block text-ink-3 text-note">
          {[kindName(account), replyWords(account, now)].filter(Boolean).join(' · ')}
          {domain && (
            <>
              {' · '}
              <span className={domain.isTrouble ? 'text-signal' : undefined}>{domain.text}</span>
            </>
          )}
        </span>
      </span>
      <span className="col-span-2 row-start-2 flex flex-wrap items-center gap-x-4 gap-y-2 sm:shrink-0 sm:flex-nowrap">
        <Badge tone={tone}>
          <Icon aria-hidden />
          {word}
        </Badge>
        <Figure value={`${account.usedToday} of ${account.limitToday}`} note="today" />
        {sent === 0 ? (
          <Figure value="None sent" note="in 30 days" />
        ) : (
          <Figure value={`${percent(bounced / sent)} bounced`} note={`${percent(complained / sent)} spam reports`} />
        )}
      </span>
      {props.children}
    </div>
  );
}

const Figure = (props: { value: string; note: string }) => (
  <span className="text-small tabular-nums last:w-26 sm:min-w-16 sm:text-right">
    {props.value}
    <span className="block text-ink-3 text-note">{props.note}</span>
  </span>
);

/** What keeps the account from sending or reading, each with what to do. */
function Trouble({ account }: { account: SendingAccountView }) {
  const zone = useUserZone();
  const now = useNow();
  const { hold, warning, replies, health } = account;
  const { toDo } = HEALTH[health];
  const until = hold?.until ? `Until ${momentIn(zone, hold.until, now)}: ` : '';
  const lines = [
    hold && health !== 'not_connected' && `${until}${hold.reason}. ${hold.whatToDo}`,
    toDo,
    warning,
    replies,
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-4">
      <div className="min-w-0 flex-1 basis-64 text-signal text-small">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {hold && isRatePause(hold) && <ResumeSending hold={hold} />}
    </div>
  );
}

/** The state of an account in words. `toDo`: if its hold does not say so. */
const HEALTH = {
  connected: { tone: 'good', word: 'Connected', Icon: CircleCheck, toDo: null },
  full: {
    tone: 'mute',
    word: 'Limit reached',
    Icon: CirclePause,
    toDo: 'The other emails leave on the next sending day. You can raise the limit under Schedule & limits.',
  },
  held: { tone: 'warn', word: 'On hold', Icon: CirclePause, toDo: null },
  paused: { tone: 'warn', word: 'Paused', Icon: CirclePause, toDo: null },
  lost: { tone: 'warn', word: 'Sign in again', Icon: CircleAlert, toDo: null },
  not_connected: {
    tone: 'mute',
    word: 'Not Connected',
    Icon: CircleDashed,
    toDo: 'Connect it again to send from it.',
  },
} as const satisfies Readonly<Record<SendingAccountView['health'], object>>;

/** How replies to an account are found, and how old the last reading is. */
function replyWords({ replyPath, readAt }: SendingAccountView, now: number): string | null {
  if (replyPath === 'address') return 'Replies are found';
  if (replyPath === 'hand') return 'Mark replies by hand';
  if (replyPath === null) return null;
  return readAt ? `Read ${timeAgo(readAt, now)}` : 'Not read yet';
}

/** The state of an account's domain. null: it was not checked. */
function domainWords(domain: SendingAccountView['domain']): { text: string; isTrouble: boolean } | null {
  if (!domain) return null;
  const names = (level: 'fail' | 'warn') =>
    domain.checks.flatMap((one) => (one.level === level ? [CHECK_NAMES[one.check]] : [])).join(', ');
  const [failing, weak] = [names('fail'), names('warn')];
  if (failing) return { text: `Fix ${failing}`, isTrouble: true };
  if (weak) return { text: `Weak ${weak}`, isTrouble: true };
  const isKnown = domain.checks.every(({ level }) => level === 'pass');
  return { text: isKnown ? 'Domain OK' : 'Domain partly checked', isTrouble: false };
}

const PARTS: Readonly<Record<EmailProvider, () => React.ReactNode>> = {
  gmail: GmailAccount,
  smtp: MailboxAccount,
  sendgrid: SendGridAccount,
  ses: SesAccount,
};

function AccountSettings({ account }: { account: SendingAccountView }) {
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
