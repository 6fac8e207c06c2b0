import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useMemo, useState } from 'react';
import type { AdminUserView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { compareValues } from '../../components/ui/table/columns.ts';
import { classes } from '../../lib/classes.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { useUsers } from '../admin/api.ts';
import { findUsers, nameOf } from '../admin/userList.ts';

/** More than these nobody reads through: they type another letter. */
const SHOWN = 8;

/** Users without an email come last. */
const byEmail = (users: readonly AdminUserView[]): AdminUserView[] =>
  users.toSorted((a, b) => Number(!a.email) - Number(!b.email) || compareValues(a.email ?? '', b.email ?? ''));

/**
 * Of which tenant an admin looks at the history; nothing means all. A field with a list of users whose email or name contains the typed text. An id
 * of no user, such as an erased person's workspace, is taken as typed.
 */
export function TenantBox(props: {
  tenant: string | null;
  onChange: (tenant: string | null) => void;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { tenant, onChange } = props;
  const id = useId();
  const users = useUsers();
  const chosen = users.data?.find((user) => user.workspaceId === tenant);
  const [typed, setTyped] = useState<string | null>(null);
  const [marked, setMarked] = useState(0);
  const search = useDeferredValue(typed);
  const found = useMemo(
    () => (search === null ? [] : byEmail(findUsers(users.data ?? [], search))),
    [users.data, search],
  );
  const options = found.slice(0, SHOWN);
  const open = typed !== null && users.data !== undefined;
  const choose = (wanted: string | null): void => {
    setTyped(null);
    onChange(wanted);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && typed !== null) {
      event.preventDefault();
      setTyped(null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (typed === null) return;
      const named = typed.trim().replace(/^user[-:]/, '');
      const ofUser = users.data?.find((user) => user.id === named)?.workspaceId;
      choose((open && options[marked]?.workspaceId) || ofUser || typed.trim() || null);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (typed === null) {
        setTyped('');
        return;
      }
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked((now) => (options.length === 0 ? 0 : (now + step + options.length) % options.length));
    }
  };
  return (
    <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-ink-3 text-small">
        User
      </label>
      <div className="relative min-w-0 max-w-form flex-1 basis-56">
        <Input
          id={id}
          ref={props.field}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(open && options[marked] && { 'aria-activedescendant': `${id}-${marked}` })}
          autoComplete="off"
          spellCheck={false}
          placeholder="All users: search email or name"
          value={typed ?? (chosen ? (chosen.email ?? chosen.id) : (tenant ?? ''))}
          onChange={(event) => {
            setTyped(event.target.value);
            setMarked(0);
          }}
          onClick={(event) => {
            if (typed !== null) return;
            event.currentTarget.select();
            setTyped('');
            setMarked(0);
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={onKey}
        />
        {open && (
          <Options id={id} options={options} marked={marked} more={found.length - options.length} choose={choose} />
        )}
      </div>
      {tenant !== null && (
        <Button className="h-9" onClick={() => choose(null)}>
          All users
        </Button>
      )}
    </div>
  );
}

function Options(props: {
  id: string;
  options: readonly AdminUserView[];
  marked: number;
  more: number;
  choose: (workspace: string | null) => void;
}) {
  const { id, options, marked, more } = props;
  return (
    <div className="panel absolute inset-x-0 top-full z-30 mt-1 animate-fade overflow-hidden p-1 shadow-pop">
      <div role="listbox" id={`${id}-list`} aria-label="Users">
        {options.map((user, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is heard by the field
          <div
            key={user.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            // before the field loses the focus and the list goes
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => props.choose(user.workspaceId)}
            className={classes(
              'flex min-h-8 cursor-pointer flex-wrap items-baseline gap-x-2 rounded-tag px-2 py-1.5 hover:bg-accent-soft max-md:min-h-10',
              index === marked && 'bg-accent-soft',
            )}
          >
            <span className="wrap-anywhere">{user.email ?? user.id}</span>
            <span className="text-ink-2 text-note">{nameOf(user)}</span>
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p className="px-2 py-2 text-ink-2 text-small">No user matches. Press Enter to take it as an id.</p>
      )}
      {more > 0 && <p className="px-2 py-1.5 text-ink-3 text-note">{wholeNumber(more)} more. Keep typing to narrow.</p>}
    </div>
  );
}
