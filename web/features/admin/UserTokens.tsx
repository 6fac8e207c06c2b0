import { useId, useRef } from 'react';
import { QueryState } from '../../components/ui/QueryState.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { AccessTokenRow } from '../security/AccessTokenRow.tsx';
import { useRevokeToken } from '../security/api.ts';
import { useUserTokens } from './api.ts';

/** The programs that act for a user. */
export function UserTokens({ userId }: { userId: string }) {
  const id = useId();
  const tokens = useUserTokens(userId);
  const part = useRef<HTMLElement>(null);
  const revoke = useRevokeToken(() => part.current?.focus(), userId);
  return (
    <section ref={part} tabIndex={-1} aria-labelledby={id} className="outline-none sm:col-span-2">
      <h3 id={id} className="font-medium">
        Access tokens
      </h3>
      <QueryState
        query={tokens}
        loading={<Skeleton className="mt-2 h-10" />}
        failed="Error loading the access tokens. Please try again."
        className="mt-2"
      >
        {(data) =>
          data.length === 0 ? (
            <p className="text-ink-3 text-note">No program acts for this user.</p>
          ) : (
            <ul aria-labelledby={id} className="mt-1 divide-y rounded-control border">
              {data.map((token) => (
                <AccessTokenRow key={token.id} token={token} actor={null} revoke={revoke} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  );
}
