import { ArrowDown, ArrowUp } from 'lucide-react';
import type { AdminUserView } from '../../../api/views.ts';
import { useCurrentUser } from '../session/currentUser.ts';
import { UserRow } from './UserRow.tsx';
import type { UserOrder, UserSort } from './userList.ts';

const COLUMNS: { title: string; sort?: UserSort; className: string }[] = [
  { title: 'Email', sort: 'email', className: '' },
  { title: 'Name', sort: 'name', className: 'w-[14%]' },
  { title: 'Username', sort: 'username', className: 'w-[11%]' },
  { title: 'Admin', sort: 'admin', className: 'w-18' },
  { title: 'Status', sort: 'status', className: 'w-28' },
  { title: 'Created', sort: 'created', className: 'w-24' },
  { title: 'Actions', className: 'w-54 text-right' },
];

/** A page of users: a table, or in a narrow place cards of the same cells. */
export function UsersTable(props: {
  rows: readonly AdminUserView[];
  order: UserOrder;
  onSort: (by: UserSort) => void;
  onEdit: (id: string) => void;
}) {
  const ownId = useCurrentUser().data?.id;
  return (
    <table aria-label="Users" className="w-full text-left @max-table:block @table:table-fixed">
      <thead className="border-y bg-sunken text-note text-ink-3 @max-table:sr-only">
        <tr>
          {COLUMNS.map(({ title, sort, className }) => (
            <th
              key={title}
              scope="col"
              aria-sort={sort === props.order.by ? (props.order.descending ? 'descending' : 'ascending') : undefined}
              className={`px-3 py-1.5 font-medium first:pl-4 last:pr-4 ${className}`}
            >
              {sort ? <SortButton title={title} by={sort} order={props.order} onSort={props.onSort} /> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="@max-table:block">
        {props.rows.map((user) => (
          <UserRow key={user.id} user={user} own={user.id === ownId} onEdit={() => props.onEdit(user.id)} />
        ))}
      </tbody>
    </table>
  );
}

function SortButton(props: { title: string; by: UserSort; order: UserOrder; onSort: (by: UserSort) => void }) {
  const Arrow = props.order.by !== props.by ? null : props.order.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className="-mx-1 inline-flex items-center gap-1 rounded-tag px-1 py-1 hover:text-ink"
      onClick={() => props.onSort(props.by)}
    >
      {props.title}
      {Arrow && <Arrow aria-hidden className="size-3" />}
    </button>
  );
}
