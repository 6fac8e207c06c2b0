import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AdminUserView } from '../../../api/views.ts';
import { eventTypes, typeInWords } from '../../../events/history/eventText.ts';
import type { Kind } from '../../../events/shared/event.ts';
import { RemovableChip } from '../../components/ui/Chip.tsx';
import { DayField } from '../../components/ui/DayField.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { compareValues } from '../../components/ui/table/columns.ts';
import { usersQuery } from '../admin/api.ts';
import { nameOf } from '../admin/userList.ts';
import { useCurrentUser } from '../session/api.ts';
import type { TimelineFilter, UrlChange } from './historyUrl.ts';
import type { HistoryScope } from './scope.ts';

const ANY = 'all';

/** The filters of the timeline. */
export function TimelineFilters(props: {
  filter: TimelineFilter;
  scope: HistoryScope;
  onChange: (change: UrlChange) => void;
}) {
  const { filter, scope, onChange } = props;
  const kinds = kindOptions(scope.admin);
  const types = eventTypes(filter.kind ? [filter.kind] : kinds.map(({ value }) => value));
  const pick = (name: string) => (value: string) => onChange({ [name]: value === ANY ? null : value });
  return (
    <search className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-[repeat(3,minmax(0,1fr))_auto_auto]">
        <Select
          label="About"
          value={filter.kind ?? ANY}
          onChange={(kind) => onChange({ kind: kind === ANY ? null : kind, type: null })}
          options={[{ value: ANY, label: 'Everything' }, ...kinds]}
          placeholder={filter.kind ?? ''}
        />
        <Select
          label="Event"
          value={filter.type ?? ANY}
          onChange={pick('type')}
          options={[
            { value: ANY, label: 'All events' },
            ...types.map((value) => ({ value, label: typeInWords(value) })),
          ]}
          placeholder={filter.type ?? ''}
        />
        <ActorSelect value={filter.actor} scope={scope} onChange={pick('actor')} />
        <DayField label="From" value={filter.from} onChange={(from) => onChange({ from })} />
        <DayField label="To" value={filter.to} onChange={(to) => onChange({ to })} />
      </div>
      {(filter.stream || filter.correlation) && (
        <div className="flex flex-wrap gap-2">
          {filter.stream && (
            <RemovableChip removeLabel="Show all streams" onRemove={() => onChange({ stream: null })}>
              <span className="max-w-60 truncate" title={filter.stream}>
                Only {filter.stream}
              </span>
            </RemovableChip>
          )}
          {filter.correlation && (
            <RemovableChip removeLabel="Show all requests" onRemove={() => onChange({ correlation: null })}>
              <span className="max-w-60 truncate" title={filter.correlation}>
                Only request {filter.correlation}
              </span>
            </RemovableChip>
          )}
        </div>
      )}
    </search>
  );
}

const ANYONE = { value: ANY, label: 'By anyone' };
const OTHERS = [
  { value: 'worker:*,system:*', label: 'Partner Pilot' },
  { value: 'recipient', label: 'Recipients' },
  { value: 'webhook:*', label: 'Email provider' },
];
const VISITORS = { value: 'visitor', label: 'Visitors' };

/** The actor. For admins also each user who can have done something there, by name. */
function ActorSelect(props: { value: string | undefined; scope: HistoryScope; onChange: (actor: string) => void }) {
  const { value, scope } = props;
  const own = useCurrentUser().data?.id;
  const { data: users } = useQuery({ ...usersQuery(), enabled: scope.admin });
  const named = useMemo(
    () =>
      (users ?? [])
        .filter(({ id }) => id !== own)
        .filter(({ workspaceId, isAdmin }) => scope.tenant === null || workspaceId === scope.tenant || isAdmin)
        .map((user) => ({ value: `user:${user.id}`, label: fullName(user) }))
        .toSorted((a, b) => compareValues(a.label, b.label)),
    [users, own, scope.tenant],
  );
  return (
    <div className="max-lg:col-span-2">
      <Select
        label="Done by"
        value={value ?? ANY}
        onChange={props.onChange}
        options={[
          ANYONE,
          ...(own ? [{ value: `user:${own}`, label: 'You' }] : []),
          ...OTHERS,
          ...(scope.admin ? [VISITORS, ...named] : []),
        ]}
        placeholder={value ?? ''}
      />
    </div>
  );
}

function fullName(user: AdminUserView): string {
  const [name, email] = [nameOf(user), user.email ?? user.id];
  return name ? `${name} (${email})` : email;
}

/** The kinds of streams, in the words of the screens. */
const KIND_NAMES: Record<Kind, string> = {
  partner: 'Partners',
  campaign: 'Campaigns',
  message: 'Emails',
  conversation: 'Conversations',
  search: 'Searches',
  need: 'Today',
  views: 'Saved views',
  snippets: 'Snippets',
  templates: 'Campaign templates',
  import: 'Imports',
  batch: 'Bulk updates',
  notifications: 'Notifications',
  webhooks: 'Webhooks',
  schedule: 'Scheduled searches',
  profile: 'Business profile',
  mailbox: 'Mailbox',
  domain: 'Sending domain',
  quota: 'Daily limits',
  credits: 'Credits',
  suppression: 'Do not contact',
  aicall: 'AI calls',
  erasure: 'Erasures',
  reads: 'Data read',
  user: 'Accounts',
  access: 'Account links',
  setting: 'Settings',
  installation: 'Installation',
};

/** Streams of the installation, which no tenant's own history holds. Of users, it holds the one that it belongs to. */
const OF_THE_INSTALLATION: ReadonlySet<string> = new Set<Kind>(['access', 'setting', 'installation']);

const kindOptions = (admin: boolean): { value: string; label: string }[] =>
  Object.entries(KIND_NAMES)
    .filter(([kind]) => admin || !OF_THE_INSTALLATION.has(kind))
    .map(([value, label]) => ({ value, label }));
