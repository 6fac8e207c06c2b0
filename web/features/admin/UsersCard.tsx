import { Plus, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { AdminUserView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useCurrentUser } from '../session/currentUser.ts';
import { handOverDone, useHandOver } from './invitation.ts';
import { UsersTable } from './UsersTable.tsx';
import { listUsers, pageOf, type UserSort } from './userList.ts';
import { useUsers } from './users.ts';
import { useUserUrl } from './userUrl.ts';

const AddUserDialog = onDemand(() => import('./AddUserDialog.tsx').then((module) => module.AddUserDialog));
const EditUserDialog = onDemand(() => import('./EditUserDialog.tsx').then((module) => module.EditUserDialog));
const HandOverDialog = onDemand(() => import('./HandOverDialog.tsx').then((module) => module.HandOverDialog));

const SORTS: { value: UserSort; label: string }[] = [
  { value: 'created', label: 'Newest first' },
  { value: 'email', label: 'By email' },
  { value: 'name', label: 'By name' },
  { value: 'username', label: 'By username' },
  { value: 'admin', label: 'Admins first' },
  { value: 'status', label: 'Active first' },
];

/** Everyone who may sign in. */
export function UsersCard() {
  const users = useUsers();
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const edited = users.data?.find(({ id }) => id === editing);
  const ownId = useCurrentUser().data?.id;
  const { link } = useHandOver();
  return (
    <Card
      title="User Management"
      note={users.data ? counted(users.data.length, 'user') : undefined}
      actions={
        users.data && (
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add User
          </Button>
        )
      }
    >
      <QueryState
        query={users}
        loading={<Loading label="Loading users" rows={3} height="h-9" className="p-4" />}
        failed="Error loading users. Please try again."
        className="m-4"
      >
        {(data) => <Users users={data} onEdit={setEditing} />}
      </QueryState>
      <FetchedPart onLost={() => setAdding(false)}>
        {adding && <AddUserDialog onClose={() => setAdding(false)} />}
      </FetchedPart>
      <FetchedPart onLost={() => setEditing(null)}>
        {edited && (
          <EditUserDialog key={edited.id} user={edited} own={edited.id === ownId} onClose={() => setEditing(null)} />
        )}
      </FetchedPart>
      <FetchedPart onLost={handOverDone}>{link && <HandOverDialog {...link} />}</FetchedPart>
    </Card>
  );
}

function Users(props: { users: readonly AdminUserView[]; onEdit: (id: string) => void }) {
  const url = useUserUrl();
  const search = useDeferredValue(url.search);
  const { by, descending } = url.order;
  const found = useMemo(
    () => listUsers(props.users, search, { by, descending }),
    [props.users, search, by, descending],
  );
  const { page, pages, first, rows } = pageOf(found, url.page);
  return (
    <div className="@container">
      <div className="flex flex-wrap gap-2 p-4">
        <div className="relative min-w-0 flex-1 basis-56">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
          />
          <Input
            type="search"
            aria-label="Search users"
            placeholder="Search email, name or username"
            className="pl-8"
            value={url.search}
            onChange={(event) => url.setSearch(event.target.value)}
          />
        </div>
        {/* where the rows are cards there are no titles of columns to press */}
        <div className="w-40 @table:hidden">
          <Select
            label="Order"
            value={by}
            onChange={(sort) => url.setOrder({ by: sort as UserSort, descending: sort === 'created' })}
            options={SORTS}
          />
        </div>
      </div>
      {rows.length > 0 ? (
        <UsersTable rows={rows} order={url.order} onSort={url.press} onEdit={props.onEdit} />
      ) : (
        <div className="flex flex-col items-center gap-3 border-t px-6 py-10 text-center text-ink-2">
          <p>No users match your search.</p>
          <Button onClick={() => url.setSearch('')}>Clear search</Button>
        </div>
      )}
      {pages > 1 && (
        <nav aria-label="Pages of users" className="flex items-center justify-between gap-3 border-t px-4 py-2.5">
          <p className="text-ink-3 text-note tabular-nums" role="status">
            {wholeNumber(first + 1)}–{wholeNumber(first + rows.length)} of {wholeNumber(found.length)}
          </p>
          <div className="flex gap-2">
            <Button size="small" disabled={page === 1} onClick={() => url.setPage(page - 1)}>
              Previous
            </Button>
            <Button size="small" disabled={page === pages} onClick={() => url.setPage(page + 1)}>
              Next
            </Button>
          </div>
        </nav>
      )}
    </div>
  );
}
