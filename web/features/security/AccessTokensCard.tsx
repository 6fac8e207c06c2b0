import { useRef, useState } from 'react';
import type { SecurityView, UserView } from '../../../api/views.ts';
import { userActor } from '../../../events/shared/actor.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { AccessTokenRow } from './AccessTokenRow.tsx';
import { useAccessTokens, useRevokeToken } from './api.ts';

const NewTokenDialog = onDemand(() => import('./NewTokenDialog.tsx').then((module) => module.NewTokenDialog));

/** The tokens with which other programs act for this account. */
export function AccessTokensCard(props: { security: SecurityView; user: UserView }) {
  const tokens = useAccessTokens();
  const [making, setMaking] = useState(false);
  const close = () => setMaking(false);
  const list = useRef<HTMLDivElement>(null);
  const revoke = useRevokeToken(() => list.current?.focus());
  return (
    <Card
      title="Access tokens"
      note="Other programs, such as Zapier, act for you with a token."
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
                  <AccessTokenRow
                    key={token.id}
                    token={token}
                    actor={props.user.isAuditor ? null : userActor(props.user.id, token.id)}
                    revoke={revoke}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryState>
      <p className="border-t px-4 py-3 text-ink-3 text-note">
        An AI agent (MCP) connects to /api/mcp of this site. Its token may only see and draft.
      </p>
      <FetchedPart onLost={close}>
        {making && <NewTokenDialog hasPassword={props.security.hasPassword} role={props.user} onClose={close} />}
      </FetchedPart>
    </Card>
  );
}
