import { CircleCheck, CirclePause } from 'lucide-react';
import { Badge } from '../../components/ui/Badge.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { classes } from '../../lib/classes.ts';
import { shortDate } from '../../lib/dates.ts';
import { UserActions } from './UserActions.tsx';
import { useUpdateUser } from './updateUser.ts';
import { nameOf } from './userList.ts';
import type { AdminUser } from './users.ts';

const CELL = '@table:px-3 @table:py-2 @table:first:pl-4 @table:last:pr-4';
const FACT = `${CELL} min-w-0 @max-table:text-ink-3 @max-table:text-note`;

/** In a narrow place the cells of a line stand in three: the email with the status, who it is, what can be done. */
const LINES =
  '@max-table:flex @max-table:flex-wrap @max-table:items-center @max-table:gap-x-3 @max-table:gap-y-1 @max-table:px-4 @max-table:py-3 ' +
  "@max-table:before:order-3 @max-table:before:basis-full @max-table:before:content-[''] " +
  "@max-table:after:order-5 @max-table:after:basis-full @max-table:after:content-['']";

/** One line of the table; in a narrow place a card of the same cells. `own`: the account that is looking, which it cannot lock out. */
export function UserRow(props: { user: AdminUser; own: boolean }) {
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
        <span className="block truncate" title={user.email ?? undefined}>
          {user.email ?? 'Erased'}
          {own && <span className="font-normal text-ink-3 text-note"> you</span>}
        </span>
      </td>
      <Fact text={name} />
      <Fact text={user.username && `@${user.username}`} />
      <td className={classes(CELL, '@max-table:order-6')}>
        <AdminSwitch user={user} own={own} />
      </td>
      <td className={classes(CELL, '@max-table:order-2')}>
        {user.isPaused ? (
          <Badge tone="warn">
            <CirclePause aria-hidden />
            Paused
          </Badge>
        ) : (
          <Badge tone="good">
            <CircleCheck aria-hidden />
            Active
          </Badge>
        )}
      </td>
      <td className={classes(FACT, 'whitespace-nowrap tabular-nums @max-table:order-4')}>
        {shortDate(user.createdAt)}
      </td>
      <td className={classes(CELL, '@max-table:order-7 @max-table:ml-auto')}>
        <div className="flex items-center justify-end gap-1">{!own && <UserActions user={user} />}</div>
      </td>
    </tr>
  );
}

/** What is not known leaves a dash in the table, and no gap in a card. */
function Fact(props: { text: string | null }) {
  return (
    <td className={classes(FACT, '@max-table:order-4', !props.text && '@max-table:hidden')}>
      <span className="block truncate">{props.text || <span className="text-ink-3">–</span>}</span>
    </td>
  );
}

function AdminSwitch(props: { user: AdminUser; own: boolean }) {
  const { user, own } = props;
  const update = useUpdateUser(user);
  return (
    <div className="flex items-center gap-2">
      <Switch
        label={`Admin: ${user.email ?? user.id}`}
        hideLabel
        checked={update.isPending ? !user.isAdmin : user.isAdmin}
        disabled={own || update.isPending}
        onChange={(isAdmin) => update.mutate({ isAdmin })}
      />
      <span aria-hidden className="text-ink-3 text-note @table:hidden">
        Admin
      </span>
    </div>
  );
}
