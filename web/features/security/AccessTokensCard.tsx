import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { AccessTokenView, SecurityView, UserView } from '../../../api/views.ts';
import { userActor } from '../../../events/shared/actor.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { dayIn, timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useUserZone } from '../profile/api.ts';
import { useAccessTokens, useRevokeToken } from './api.ts';

const NewTokenDialog = onDemand(() => import('./NewTokenDialog.tsx').then((module) => module.NewTokenDialog));

/** The tokens with which other programs act for this account. */
export function AccessTokensCard(props: { security: SecurityView; user: UserView }) {
  const tokens = useAccessTokens();
  const [making, setMaking] = useState(false);
  const close = () => setMaking(false);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Card
      title="Access tokens"
      note="Other programs, such as Zapier, act for you with a token. An agent (MCP) connects to /api/mcp of this site, with a token that may only see and draft."
      actions={<Button onClick={() => setMaking(true)}>New token</Button>}
    >
      <QueryState
        query={tokens}
        loading={<Loading label="Loading access tokens" rows={1} height="h-10" className="p-4" />}
        failed="Error loading your access tokens. Please try again."
        className="m-4"
      >
        {(data) => (
          <div ref={list} tabIndex={-1} className="outline-none">
            {data.length === 0 ? (
              <p className="p-4 text-ink-2">No access tokens yet. They end when you change your password.</p>
            ) : (
              <ul aria-label="Access tokens" className="divide-y">
                {data.map((token) => (
                  <Token key={token.id} user={props.user} token={token} whenRevoked={() => list.current?.focus()} />
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryState>
      <FetchedPart onLost={close}>
        {making && <NewTokenDialog hasPassword={props.security.hasPassword} role={props.user} onClose={close} />}
      </FetchedPart>
    </Card>
  );
}

function Token(props: { user: UserView; token: AccessTokenView; whenRevoked: () => void }) {
  const { id, name, scopes, createdAt, lastUsedAt, expiresAt } = props.token;
  const now = useNow();
  const zone = useUserZone();
  const [asking, setAsking] = useState(false);
  const revoke = useRevokeToken(props.whenRevoked);
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
          {lastUsedAt !== null && !props.user.isAuditor && (
            <>
              {' · '}
              <Link href={`/settings/history?actor=${userActor(props.user.id, id)}`} className="link">
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
