import { useRef } from 'react';
import type { OpenedBy, SessionView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { clockIn, timeAgo, zoneName } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { useEndOtherSessions, useEndSession, useSessions } from './api.ts';

const OPENED: Record<OpenedBy, string> = {
  password: 'Signed in with the password',
  passkey: 'Signed in with a passkey',
  'sign-up': 'Signed up',
  invitation: 'Accepted an invitation',
  reset: 'Reset the password',
  confirmation: 'Confirmed the email',
  issuer: 'Signed in through a provider',
};

/** Every browser that is signed in to the account, and the way to sign it out. */
export function SessionsCard() {
  const sessions = useSessions();
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  const zone = zoneName(useUserZone());
  const list = useRef<HTMLUListElement>(null);
  // what was pressed goes with what it ended
  const toList = () => list.current?.focus();
  const endOthers = useEndOtherSessions(toList);
  return (
    <Card
      title="Sessions"
      note={
        sessions.data &&
        [counted(sessions.data.length, 'browser'), zone && `times in ${zone}`].filter(Boolean).join(' · ')
      }
      actions={
        (others > 0 || endOthers.isPending) && (
          <Button pending={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <QueryState
        query={sessions}
        loading={<Loading label="Loading sessions" rows={2} height="h-10" className="p-4" />}
        failed="Error loading your sessions. Please try again."
        className="m-4"
      >
        {(data) => (
          <ul ref={list} tabIndex={-1} aria-label="Sessions" className="divide-y outline-none">
            {data.map((session) => (
              <Session key={session.id} session={session} whenEnded={toList} />
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  );
}

function Session(props: { session: SessionView; whenEnded: () => void }) {
  const { session } = props;
  const now = useNow();
  const zone = useUserZone();
  const end = useEndSession(props.whenEnded);
  const browser = session.browser ?? 'Unknown browser';
  const seen = timeAgo(session.lastSeenAt, now);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{browser}</span>
          {session.current && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="text-ink-3 text-note">
          {!session.current && (
            <span className="block">
              Last seen <time dateTime={session.lastSeenAt}>{seen}</time>
            </span>
          )}
          {OPENED[session.openedBy] ?? 'Signed in'}{' '}
          <time dateTime={session.createdAt}>{clockIn(zone, session.createdAt, now)}</time>. Ends{' '}
          <time dateTime={session.expiresAt}>{clockIn(zone, session.expiresAt, now)}</time> unless used.
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          pending={end.isPending}
          aria-label={`Sign out ${browser}, last seen ${seen}`}
          onClick={() => end.mutate(session)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
