import { CircleCheck, CirclePause, MailQuestionMark, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { AdminUserView } from '../../../api/views.ts';
import { budgetStanding } from '../../../events/ai/budget.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { classes } from '../../lib/classes.ts';
import { shortDate } from '../../lib/dates.ts';
import { costInWords, typedDollars } from '../../lib/money.ts';
import { counted } from '../../lib/numbers.ts';
import { type AccessChange, AccessDialog } from './AccessDialog.tsx';
import { useAiUsage } from './aiUsage.ts';
import { useInviteAgain } from './invitation.ts';
import { UserActions } from './UserActions.tsx';
import { nameOf } from './userList.ts';

const CELL = '@table:px-3 @table:py-2 @table:first:pl-4 @table:last:pr-4';
const FACT = `${CELL} min-w-0 @max-table:text-ink-3 @max-table:text-note`;

/** In a narrow place the cells of a line form three: the email with the status, who it is, what can be done. */
const LINES =
  '@max-table:flex @max-table:flex-wrap @max-table:items-center @max-table:gap-x-3 @max-table:gap-y-1 @max-table:px-4 @max-table:py-3 ' +
  "@max-table:before:order-3 @max-table:before:basis-full @max-table:before:content-[''] " +
  "@max-table:after:order-5 @max-table:after:basis-full @max-table:after:content-['']";

/** One line of the table; in a narrow place a card of the same cells. `own`: the account that is looking, which it cannot lock out. */
export function UserRow(props: { user: AdminUserView; own: boolean; onEdit: () => void }) {
  const { user, own } = props;
  const name = nameOf(user);
  return (
    <tr className={classes('border-b last:border-b-0', LINES)}>
      <td
        className={classes(
          CELL,
          'min-w-0 font-medium @max-table:order-1 @max-table:flex-1 @max-table:basis-0 @table:font-normal',
        )}
      >
        <span className="flex items-baseline gap-1">
          <span className="min-w-0 @table:truncate @max-table:wrap-anywhere" title={user.email ?? undefined}>
            {user.email ?? 'Erased'}
          </span>
          {own && <span className="font-normal text-ink-3 text-note"> you</span>}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 font-normal text-ink-3 text-note tabular-nums">
          {counted(user.monthlyCredits, 'credit')} a month
          <AiSpending userId={user.id} />
          {user.secondFactor && (
            <span className="inline-flex items-center gap-1">
              <ShieldCheck aria-hidden className="size-3.5 text-good" />
              Two-factor
            </span>
          )}
        </span>
      </td>
      <Fact text={name} />
      <Fact text={user.username && `@${user.username}`} />
      <td className={classes(CELL, '@max-table:order-6')}>
        <AdminSwitch user={user} own={own} />
      </td>
      <td className={classes(CELL, '@max-table:order-2')}>
        <Status user={user} />
      </td>
      <td className={classes(FACT, 'whitespace-nowrap tabular-nums @max-table:order-4')}>
        {shortDate(user.createdAt)}
      </td>
      <td className={classes(CELL, '@max-table:order-7 @max-table:ml-auto')}>
        <div className="flex items-center justify-end gap-1">
          <UserActions user={user} own={own} onEdit={props.onEdit} />
        </div>
      </td>
    </tr>
  );
}

function Status(props: { user: AdminUserView }) {
  const { user } = props;
  return (
    <div className="flex flex-wrap items-center gap-1 @max-table:flex-col @max-table:items-end">
      {user.isPaused ? (
        <Badge tone="warn">
          <CirclePause aria-hidden />
          Paused
        </Badge>
      ) : user.joined ? (
        <Badge tone="good">
          <CircleCheck aria-hidden />
          Active
        </Badge>
      ) : (
        <Badge tone="info">
          <MailQuestionMark aria-hidden />
          Invited
        </Badge>
      )}
      {!user.joined && !user.isPaused && <InviteAgain user={user} />}
    </div>
  );
}

function InviteAgain(props: { user: AdminUserView }) {
  const { user } = props;
  const invite = useInviteAgain(user);
  return (
    <Button
      variant="ghost"
      size="small"
      className="-mx-1 px-1 text-note"
      pending={invite.isPending}
      aria-label={`Resend invitation to ${user.email ?? user.id}`}
      onClick={() => invite.mutate()}
    >
      Resend
    </Button>
  );
}

/** What AI cost the user this month, beside their budget. It says nothing before it is known. */
function AiSpending(props: { userId: string }) {
  const known = useAiUsage().data?.budget.users.find(({ userId }) => userId === props.userId);
  if (!known) return null;
  const { limitUsd, spentUsd } = known;
  const spent = costInWords(spentUsd);
  return (
    <span className={budgetStanding(limitUsd, spentUsd) === 'ok' ? '' : 'text-signal'}>
      {limitUsd === null ? `${spent} of AI this month` : `${spent} of ${typedDollars(limitUsd)} AI budget`}
    </span>
  );
}

/** What is not known leaves a dash in the table, and no gap in a card. */
function Fact(props: { text: string | null }) {
  return (
    <td className={classes(FACT, '@max-table:order-4', !props.text && '@max-table:hidden')}>
      <span className="wrap-anywhere block">{props.text || <span className="text-ink-3">–</span>}</span>
    </td>
  );
}

/** It shows how it is: what was pressed is asked about first. */
function AdminSwitch(props: { user: AdminUserView; own: boolean }) {
  const { user, own } = props;
  const [asking, setAsking] = useState<AccessChange | null>(null);
  return (
    <div className="flex items-center gap-2">
      <Switch
        label={`Admin: ${user.email ?? user.id}`}
        hideLabel
        checked={user.isAdmin}
        disabled={own}
        onChange={(isAdmin) => setAsking(isAdmin ? 'make-admin' : 'end-admin')}
      />
      <AccessDialog user={user} change={asking} onClose={() => setAsking(null)} />
      <span aria-hidden className="text-ink-3 text-note @table:hidden">
        Admin
      </span>
    </div>
  );
}
