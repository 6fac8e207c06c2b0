import { useState } from 'react';
import { SECURITY_KINDS } from '../../../events/accounts/securityKinds.ts';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { browserZone, clockIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { AdminPage } from './AdminPage.tsx';
import { type SecurityAsked, useSecurityLog, useUsers } from './api.ts';

const KINDS = [
  { value: '', label: 'All kinds' },
  ...Object.entries(SECURITY_KINDS).map(([value, label]) => ({ value, label })),
];
const DAYS = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '', label: 'All days' },
];

/** What happened at the doors: sign-ins, refusals, changes of keys and rights. */
export function SecurityLogScreen() {
  const [asked, setAsked] = useState<SecurityAsked>({ kind: '', user: '', network: '', days: '30' });
  const [network, setNetwork] = useState('');
  const change = (more: Partial<SecurityAsked>) => setAsked((now) => ({ ...now, ...more }));
  const users = useUsers().data ?? [];
  const log = useSecurityLog(asked);
  const now = useNow();
  const nameOf = (id: string | null) => (id ? (users.find((user) => user.id === id)?.email ?? id) : 'Unknown');
  const people = users.map(({ id, email }) => ({ value: id, label: email ?? id }));
  return (
    <AdminPage title="Security log" note="Sign-ins, refusals and changes of keys and rights. Kept for 400 days.">
      <form
        aria-label="Filters"
        className="mb-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-4"
        onSubmit={(event) => {
          event.preventDefault();
          change({ network: network.trim() });
        }}
      >
        <Select label="Kind" value={asked.kind} onChange={(kind) => change({ kind })} options={KINDS} />
        <Select
          label="User"
          value={asked.user}
          onChange={(user) => change({ user })}
          options={[{ value: '', label: 'All users' }, ...people]}
        />
        <Input
          aria-label="Network"
          placeholder="All networks"
          value={network}
          onChange={(event) => setNetwork(event.target.value)}
          onBlur={() => change({ network: network.trim() })}
        />
        <Select label="Days" value={asked.days} onChange={(days) => change({ days })} options={DAYS} />
      </form>
      <QueryState
        query={log}
        loading={<SkeletonRows label="Loading the security log" rows={8} />}
        failed="Error loading the security log. Please try again."
      >
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0)
            return <EmptyState title="Nothing matches">Change the filters to see more.</EmptyState>;
          return (
            <>
              <ul aria-label="Security log" className="panel divide-y">
                {rows.map((row) => (
                  <li key={row.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
                    <span className="w-44 font-medium">
                      {SECURITY_KINDS[row.kind]}
                      {row.times > 1 && <span className="text-ink-3 tabular-nums"> × {row.times}</span>}
                    </span>
                    <span className="wrap-anywhere min-w-0 flex-1 basis-56">{nameOf(row.userId)}</span>
                    <time dateTime={row.lastAt} className="text-ink-3 text-note tabular-nums">
                      {clockIn(browserZone(), row.lastAt, now)}
                    </time>
                    <span className="wrap-anywhere w-full text-ink-3 text-note">
                      {[row.network, row.agent, row.about].filter(Boolean).join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
              {log.hasNextPage && (
                <div className="mt-3">
                  <Button pending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                    Show more
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </QueryState>
    </AdminPage>
  );
}
