import { useState } from 'react';
import { Link } from 'wouter';
import type { AccessTokenView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { dayIn, timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/api.ts';
import type { useRevokeToken } from './api.ts';

/** One token of a list. `actor`: it has a history that the reader may open. */
export function AccessTokenRow(props: {
  token: AccessTokenView;
  actor: string | null;
  revoke: ReturnType<typeof useRevokeToken>;
}) {
  const { revoke } = props;
  const { id, name, scopes, createdAt, lastUsedAt, expiresAt } = props.token;
  const now = useNow();
  const zone = useUserZone();
  const [asking, setAsking] = useState(false);
  const day = (iso: string) => <time dateTime={iso}>{dayIn(zone, iso, now, 'short')}</time>;
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          {scopes.map((scope) => (
            <Badge key={scope} tone={scope === 'admin' ? 'warn' : 'mute'}>
              {scope}
            </Badge>
          ))}
        </p>
        <p className="text-ink-3 text-note">
          <span className="block">
            {lastUsedAt === null ? (
              'Not used yet'
            ) : (
              <>
                Last used <time dateTime={lastUsedAt}>{timeAgo(lastUsedAt, now)}</time>
              </>
            )}
          </span>
          Made {day(createdAt)} · Ends {day(expiresAt)}
          {lastUsedAt !== null && props.actor !== null && (
            <>
              {' · '}
              <Link href={`/settings/history?actor=${props.actor}`} className="link">
                What it did
              </Link>
            </>
          )}
        </p>
      </div>
      <Button size="small" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Revoke this token?"
        confirmLabel="Revoke token"
        destructive
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate({ id, name }, { onSuccess: () => setAsking(false) })}
      >
        <p>
          Programs that use <strong className="wrap-anywhere font-medium text-ink">{name}</strong> lose access at once.
        </p>
      </ConfirmDialog>
    </li>
  );
}
