import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import type { SendingAccountView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { ADDED, useAccount } from '../sending/account.ts';
import { accountName, kindName, useSendingAccounts } from '../sending/api.ts';
import { isRatePause, ResumeSending } from '../sending/ResumeSending.tsx';
import { accountUrl } from './openAccount.ts';

const HEALTH = {
  connected: { tone: 'good', word: 'Connected' },
  held: { tone: 'warn', word: 'On Hold' },
  paused: { tone: 'warn', word: 'Paused' },
  lost: { tone: 'warn', word: 'Reconnect Needed' },
  not_connected: { tone: 'mute', word: 'Not Connected' },
} as const;
const NOT_CHOSEN = { tone: 'warn', word: 'Not in Use' } as const;

/** The accounts that emails leave from. The cards below are about the one that is open. */
export function SendingAccountsCard() {
  const accounts = useSendingAccounts();
  const account = useAccount();
  return (
    <Card
      title="Sending accounts"
      note="Each has its own limits, hours and health."
      actions={
        <ButtonLook>
          <Link href={accountUrl(ADDED)}>
            <Plus aria-hidden />
            Add Account
          </Link>
        </ButtonLook>
      }
    >
      <QueryState
        query={accounts}
        loading={<Loading label="Loading the sending accounts" height="h-16" />}
        failed="Error loading the sending accounts. Please try again."
      >
        {(list) => (
          <ul aria-label="Sending accounts" className="divide-y">
            {list.map((one, index) => (
              <Row key={one.id} account={one} isOpen={account === one.id || (account === undefined && index === 0)} />
            ))}
            {account === ADDED && (
              <li aria-current="true" className="bg-sunken px-4 py-3 font-medium text-small">
                New account: connect one of the kinds below
              </li>
            )}
          </ul>
        )}
      </QueryState>
    </Card>
  );
}

function Row(props: { account: SendingAccountView; isOpen: boolean }) {
  const { account, isOpen } = props;
  const isChosen = account.provider !== null || account.address === null;
  const { tone, word } = isChosen ? HEALTH[account.health] : NOT_CHOSEN;
  const { hold } = account;
  return (
    <li aria-current={isOpen ? 'true' : undefined} className={isOpen ? 'bg-sunken' : undefined}>
      <Link
        href={accountUrl(account.id)}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 -outline-offset-2 hover:bg-sunken/60"
      >
        <span className="min-w-0 flex-1 basis-40">
          <span className="block truncate font-medium text-small">{accountName(account)}</span>
          <span className="block text-ink-3 text-note">{kindName(account)}</span>
        </span>
        <Badge tone={tone}>{word}</Badge>
        <span className="text-ink-2 text-note tabular-nums">
          {account.usedToday} of {account.limitToday} today
        </span>
      </Link>
      {account.warning && <p className="px-4 pb-3 text-signal text-small">{account.warning}</p>}
      {account.replies && <p className="px-4 pb-3 text-signal text-small">{account.replies}</p>}
      {hold && (account.health === 'held' || account.health === 'lost') && (
        <p className="px-4 pb-3 text-signal text-small">
          {hold.reason}. {hold.whatToDo}
        </p>
      )}
      {hold && isRatePause(hold) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
          <p className="min-w-0 flex-1 basis-40 text-signal text-small">Paused: {hold.reason}.</p>
          <ResumeSending hold={hold} />
        </div>
      )}
    </li>
  );
}
