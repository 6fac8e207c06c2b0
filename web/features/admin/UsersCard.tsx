import { Plus } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { AdminUserView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { DataTable } from '../../components/ui/table/DataTable.tsx';
import { SortSelect } from '../../components/ui/table/SortSelect.tsx';
import { useSortUrl } from '../../components/ui/table/sortUrl.ts';
import { counted } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useUrlParams } from '../../lib/urlParams.ts';
import { useCurrentUser } from '../session/api.ts';
import { handOverDone, useHandOver, useUsers } from './api.ts';
import { USER_CARD, USER_COLUMNS } from './userColumns.tsx';
import { findUsers, USER_SORTS } from './userList.ts';

const AddUserDialog = onDemand(() => import('./AddUserDialog.tsx').then((module) => module.AddUserDialog));
const EditUserDialog = onDemand(() => import('./EditUserDialog.tsx').then((module) => module.EditUserDialog));
const HandOverDialog = onDemand(() => import('./HandOverDialog.tsx').then((module) => module.HandOverDialog));

const emailOf = ({ email, id }: AdminUserView): string => email ?? id;
const NO_KEYS = {};

export function UsersCard() {
  const id = useId();
  const users = useUsers();
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const edited = users.data?.find(({ id }) => id === editing);
  const ownId = useCurrentUser().data?.id;
  const { link } = useHandOver();
  return (
    <section aria-labelledby={id}>
      <header className="mb-2 flex min-h-8 flex-wrap items-center gap-2">
        <h2 id={id} className="font-semibold text-lead">
          User Management
        </h2>
        <p className="mr-auto text-ink-3 text-note tabular-nums">{users.data && counted(users.data.length, 'user')}</p>
        {users.data && (
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add User
          </Button>
        )}
      </header>
      <QueryState
        query={users}
        loading={<SkeletonRows label="Loading users" rows={6} table />}
        failed="Error loading users. Please try again."
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
    </section>
  );
}

function Users(props: { users: readonly AdminUserView[]; onEdit: (id: string) => void }) {
  const [params, change] = useUrlParams();
  const [sort, setSort] = useSortUrl(USER_SORTS);
  const typed = params.get('search') ?? '';
  const search = useDeferredValue(typed);
  const found = useMemo(() => findUsers(props.users, search), [props.users, search]);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label="Search users"
          placeholder="Search email, name or username"
          className="min-w-0 flex-1 basis-32 sm:max-w-80"
          value={typed}
          onChange={(event) => change({ search: event.target.value })}
        />
        <SortSelect sorts={USER_SORTS} className="w-36! xl:hidden" />
      </div>
      {found.length > 0 ? (
        <DataTable
          name="users"
          label="Users"
          rows={found}
          columns={USER_COLUMNS}
          card={USER_CARD}
          sort={sort}
          onSort={setSort}
          nameOf={emailOf}
          onOpen={props.onEdit}
          keys={NO_KEYS}
        />
      ) : (
        <EmptyState
          title="No users match your search."
          action={<Button onClick={() => change({ search: null })}>Clear search</Button>}
        />
      )}
    </>
  );
}
