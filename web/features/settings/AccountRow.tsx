import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { SendingAccountView } from '../../../api/views.ts';
import { percent } from '../../../events/shared/rates.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { classes } from '../../lib/classes.ts';
import { momentIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/api.ts';
import { AccountContext } from '../sending/account.ts';
import { accountName, kindName } from '../sending/api.ts';
import { isRatePause, ResumeSending } from '../sending/ResumeSending.tsx';
import { AccountSettings } from './AccountSettings.tsx';
import { domainWords, HEALTH, replyWords } from './accountHealth.ts';
import { accountUrl } from './openAccount.ts';

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
