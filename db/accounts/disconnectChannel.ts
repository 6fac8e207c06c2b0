import { type NotificationState, removeChannel } from '../../events/accounts/notifications.ts';
import type { CommandScope, Ref, Store } from '../store.ts';
import { forgetSecret } from '../vault/secrets.ts';

/** Removes a channel of notifications. Its address goes first, so a second call finishes an interrupted one. */
export async function disconnectChannel(
  store: Store,
  scope: CommandScope,
  settings: Ref<'notifications'>,
  channel: string,
  why: Parameters<typeof removeChannel>[2],
): Promise<NotificationState> {
  const { [channel]: secretId } = (await store.load(scope.tenant, settings)).state.connected;
  if (secretId) await forgetSecret(store.sql, scope.tenant, secretId);
  return (await store.decide(scope, settings, (now) => removeChannel(now, channel, why))).state;
}
