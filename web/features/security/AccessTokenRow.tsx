import type { AccessTokenView } from '../../../api/views.ts';
import type { useRevokeToken } from './api.ts';
import { CredentialLine } from './CredentialLine.tsx';

/** One token of a list. `actor`: it has a history that the reader may open. */
export function AccessTokenRow(props: {
  token: AccessTokenView;
  actor: string | null;
  revoke: ReturnType<typeof useRevokeToken>;
}) {
  const { token, revoke } = props;
  const { id, name, scopes, expiresAt } = token;
  return (
    <CredentialLine
      actor={props.actor}
      credential={token}
      badges={scopes.map((scope) => ({ text: scope, tone: scope === 'admin' ? 'warn' : 'mute' }))}
      ends={expiresAt}
      verb="Revoke"
      what="token"
      revoke={revoke}
      onRevoke={(done) => revoke.mutate({ id, name }, { onSuccess: done })}
    >
      Programs that use <strong className="wrap-anywhere font-medium text-ink">{name}</strong> lose access at once.
    </CredentialLine>
  );
}
