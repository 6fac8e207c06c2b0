import { CircleCheck, CirclePause, MailQuestionMark, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminUserView } from '../../../api/views.ts';
import { budgetStanding } from '../../../events/ai/budget.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import type { TableCard, TableColumn } from '../../components/ui/table/columns.ts';
import { shortDate } from '../../lib/dates.ts';
import { costInWords, typedDollars } from '../../lib/money.ts';
import { counted } from '../../lib/numbers.ts';
import { useCurrentUser } from '../session/api.ts';
import { type AccessChange, AccessDialog } from './AccessDialog.tsx';
import { useAiUsage, useInviteAgain } from './api.ts';
import { UserActions } from './UserActions.tsx';
import { nameOf, statusOf } from './userList.ts';

type Row = { user: AdminUserView };

function UserEmail({ user }: Row) {
  const own = useIsOwn(user);
  return (
    <div className="flex items-center gap-1.5 leading-4.5">
      <span className="truncate font-semibold" title={user.email ?? undefined}>
        {user.email ?? 'Erased'}
      </span>
      {own && <span className="text-ink-3 text-note">you</span>}
      {user.secondFactor && (
        <span title="Two-factor authentication" className="shrink-0">
          <ShieldCheck aria-hidden className="size-3.5 text-good" />
          <span className="sr-only">Two-factor</span>
        </span>
      )}
    </div>
  );
}

/** The account that is looking, which it cannot lock out. */
function useIsOwn(user: AdminUserView): boolean {
  return useCurrentUser().data?.id === user.id;
}

/** The credits, and the user's AI costs of this month beside their budget, once that is known. */
function Allowance({ user }: Row) {
  const known = useAiUsage().data?.budget.users.find(({ userId }) => userId === user.id);
  if (user.isAuditor) return <AllowanceLine title="Auditor">Auditor</AllowanceLine>;
  const credits = `${counted(user.monthlyCredits, 'credit')} a month`;
  if (!known) return <AllowanceLine title={credits}>{credits}</AllowanceLine>;
  const { limitUsd, spentUsd } = known;
  const spent = `AI ${costInWords(spentUsd)}${limitUsd === null ? '' : ` of ${typedDollars(limitUsd)}`}`;
  return (
    <AllowanceLine title={`${credits} · ${spent}`}>
      {credits}
      {' · '}
      <span className={budgetStanding(limitUsd, spentUsd) === 'ok' ? '' : 'text-signal'}>{spent}</span>
    </AllowanceLine>
  );
}

const AllowanceLine = (props: { title: string; children: ReactNode }) => (
  <div className="truncate text-ink-3 text-note tabular-nums" {...props} />
);

const STATUSES = {
  active: { label: 'Active', tone: 'good', Icon: CircleCheck },
  invited: { label: 'Invited', tone: 'info', Icon: MailQuestionMark },
  paused: { label: 'Paused', tone: 'warn', Icon: CirclePause },
} as const;

function Status({ user }: Row) {
  const { label, tone, Icon } = STATUSES[statusOf(user)];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}

/** Of an invited user alone. */
function InviteAgain({ user }: Row) {
  const invite = useInviteAgain(user);
  if (statusOf(user) !== 'invited') return null;
  return (
    <Button
      data-own-press
      variant="ghost"
      size="small"
      className="-my-2 px-1! text-note"
      pending={invite.isPending}
      aria-label={`Resend invitation to ${user.email ?? user.id}`}
      onClick={() => invite.mutate()}
    >
      Resend
    </Button>
  );
}

/** It shows how it is: what was pressed is asked about first. */
function AdminSwitch({ user }: Row) {
  const own = useIsOwn(user);
  const [asking, setAsking] = useState<AccessChange | null>(null);
  return (
    <span data-own-press className="flex cursor-default">
      <Switch
        label={`Admin: ${user.email ?? user.id}`}
        hideLabel
        checked={user.isAdmin}
        disabled={own}
        onChange={(isAdmin) => setAsking(isAdmin ? 'make-admin' : 'end-admin')}
      />
      <AccessDialog user={user} change={asking} onClose={() => setAsking(null)} />
    </span>
  );
}

function Actions({ user }: Row) {
  return (
    <span className="flex items-center justify-end gap-1">
      <UserActions user={user} own={useIsOwn(user)} />
    </span>
  );
}

const Fact = (props: { text: string | null }) => (
  <span title={props.text ?? undefined} className="block truncate">
    {props.text || <span className="text-ink-3">–</span>}
  </span>
);

const usernameOf = ({ username }: AdminUserView): string | null => username && `@${username}`;

const RANKS = { active: 0, invited: 1, paused: 2 };

export const USER_COLUMNS: readonly TableColumn<AdminUserView>[] = [
  {
    ...{ id: 'email', header: 'Email', width: 'minmax(11rem, 4fr)', fixed: true },
    value: ({ email }) => email ?? undefined,
    cell: (user) => (
      <>
        <UserEmail user={user} />
        <Allowance user={user} />
      </>
    ),
  },
  {
    ...{ id: 'name', header: 'Name', width: 'minmax(5rem, 1fr)', from: 820 },
    value: (user) => nameOf(user) || undefined,
    cell: (user) => <Fact text={nameOf(user)} />,
  },
  {
    ...{ id: 'username', header: 'Username', width: 'minmax(4.5rem, 0.8fr)', from: 990 },
    value: ({ username }) => username || undefined,
    cell: (user) => <Fact text={usernameOf(user)} />,
  },
  {
    ...{ id: 'admin', header: 'Admin', width: '3.25rem' },
    value: ({ isAdmin }) => (isAdmin ? 0 : 1),
    cell: (user) => <AdminSwitch user={user} />,
  },
  {
    ...{ id: 'status', header: 'Status', width: '8.25rem' },
    value: (user) => RANKS[statusOf(user)],
    cell: (user) => (
      <span className="flex items-center gap-1">
        <Status user={user} />
        <InviteAgain user={user} />
      </span>
    ),
  },
  {
    ...{ id: 'created', header: 'Created', width: '4.5rem', from: 900, highestFirst: true },
    value: ({ createdAt }) => Date.parse(createdAt),
    cell: ({ createdAt }) => <time dateTime={createdAt}>{shortDate(createdAt)}</time>,
  },
  {
    ...{ id: 'actions', header: 'Actions', width: '12.5rem', align: 'right', fixed: true },
    cell: (user) => <Actions user={user} />,
  },
];

/** On a phone: the email with the status, who it is, and what can be done. */
export const USER_CARD: TableCard<AdminUserView> = {
  px: 124,
  below: 660,
  content: (user) => (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <UserEmail user={user} />
        </div>
        <Status user={user} />
      </div>
      <Allowance user={user} />
      <div className="flex items-center justify-between gap-3">
        <div className="truncate text-ink-3 text-note">
          {[nameOf(user), usernameOf(user), shortDate(user.createdAt)].filter(Boolean).join(' · ')}
        </div>
        <InviteAgain user={user} />
      </div>
      <div className="mt-2 flex items-center justify-between gap-3">
        <span className="flex items-center gap-2">
          <AdminSwitch user={user} />
          <span aria-hidden className="text-ink-3 text-note">
            Admin
          </span>
        </span>
        <Actions user={user} />
      </div>
    </>
  ),
};
