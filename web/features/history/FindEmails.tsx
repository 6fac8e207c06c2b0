import { useState } from 'react';
import type { EmailsView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { DayField } from '../../components/ui/DayField.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { serverWords } from '../../lib/apiError.ts';
import { DeliveryLabel, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { useUserZone } from '../profile/api.ts';
import { useEmailsTo } from './api.ts';
import { HistoryLink } from './HistoryLink.tsx';
import type { HistoryView, UrlChange } from './historyUrl.ts';
import { exactTime } from './moments.ts';
import type { HistoryScope } from './scope.ts';

/** What was sent to a person: by name or address, on a day or ever. */
export function FindEmails(props: { view: HistoryView; scope: HistoryScope; change: (change: UrlChange) => void }) {
  const { view, scope, change } = props;
  const [typed, setTyped] = useState(view.find ?? '');
  const zone = useUserZone();
  const day = view.filter.from;
  const find = view.find ?? '';
  const list = useEmailsTo(scope, find, day, zone);
  const emails = list.data?.pages.flatMap((page) => page.emails) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <search>
        <form
          className="flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            change({ find: typed.trim() });
          }}
        >
          <Input
            type="search"
            aria-label="Name or email address"
            placeholder="Name or email address"
            autoComplete="off"
            className="min-w-0 flex-1 basis-60 sm:max-w-form"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <DayField label="Day" value={day} onChange={(one) => change({ from: one, to: one })} />
          <Button type="submit" variant="primary">
            Find emails
          </Button>
        </form>
      </search>
      {find === '' && <p className="text-ink-2">Find what was sent to a person, who approved it, and why.</p>}
      {list.isLoading && <SkeletonRows label="Looking for emails" rows={3} />}
      {list.isError && emails.length === 0 && (
        <LoadFailed again={list}>{serverWords(list.error, 'The emails could not be loaded.')}</LoadFailed>
      )}
      {list.data && emails.length === 0 && (
        <EmptyState title="No emails found">
          {day ? 'Nothing was sent to this person on that day.' : 'Nothing was sent to this person.'}
        </EmptyState>
      )}
      {emails.length > 0 && (
        <ul aria-label="Emails" className="panel divide-y">
          {emails.map((email) => (
            <Email key={`${email.tenant} ${email.id}`} email={email} zone={zone} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="self-center" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  );
}

function Email({ email, zone }: { email: EmailsView['emails'][number]; zone: string }) {
  const { id, tenant, subject, partner, to, campaign, user } = email;
  const title = subject ?? 'Text erased';
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <HistoryLink
          change={{ story: id, tenant }}
          label={`Read the email to ${partner ?? 'an erased person'}: ${title}`}
          className="link wrap-anywhere font-medium"
        >
          {title}
        </HistoryLink>
        <p className="wrap-anywhere text-small">
          To {partner ?? 'an erased person'}
          {to && ` (${to})`}
        </p>
        <p className="wrap-anywhere text-ink-3 text-note">
          {[campaign, `sent by ${user ?? `workspace ${tenant}`}`].filter(Boolean).join(', ')}
        </p>
      </div>
      <div className="flex flex-col items-start gap-1 sm:items-end">
        <time dateTime={email.at} className="text-ink-3 text-note tabular-nums">
          {exactTime(zone, email.at)}
        </time>
        <span className="flex gap-1">
          <SendStatusBadge status={email.status} />
          {email.report && <DeliveryLabel report={email.report} />}
        </span>
      </div>
    </li>
  );
}
