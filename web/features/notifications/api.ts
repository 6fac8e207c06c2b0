import type { QueryClient } from '@tanstack/react-query';
import type { NotificationsView } from '../../../api/views.ts';
import type { NotificationRules, WebhookForm } from '../../../events/accounts/notificationsInput.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { query } from '../../lib/query.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';
import { channelHere, PushRefused, subscribe, unsubscribe } from './browserPush.ts';

const calls = client.api.notifications;
const HERE = ['push-channel'];

export const [useNotifications, notificationsQuery] = query(() => ({
  key: ['notifications'],
  call: () => unwrap(calls.$get()),
}));

/** The channel of this browser; null: it is not subscribed. */
export const [useChannelHere] = query(() => ({ key: HERE, call: channelHere }));

const keep = (view: NotificationsView, _: unknown, queries: QueryClient) =>
  queries.setQueryData(notificationsQuery().queryKey, view);

/** One after the other: each has all rules. */
export const useSaveRules = () =>
  useAction({
    scope: { id: 'notifications' },
    call: (json: NotificationRules) => unwrap(calls.$put({ json })),
    failed: failure('Not Saved', 'Failed to save your notifications'),
    after: keep,
  });

export const useConnectWebhook = () =>
  useAction({
    call: (json: WebhookForm) => unwrap(calls.webhook.$post({ json })),
    failed: failure('Not Connected', 'Failed to connect the webhook'),
    done: { title: 'Webhook Connected', text: 'Send a test to see it arrive.' },
    after: keep,
  });

export const useRemoveChannel = () =>
  useAction({
    call: (channel: string) => unwrap(calls.remove.$post({ json: { channel } })),
    failed: failure('Not Removed', 'Failed to remove the channel'),
    after: keep,
  });

const pushFailed = (error: Error): ToastText =>
  error instanceof PushRefused
    ? { title: 'Blocked by the Browser', text: 'Allow notifications for this site in your browser, then try again.' }
    : failure('Not Turned On', 'Failed to turn on notifications in this browser')(error);

export const useTurnOnHere = (pushKey: string) =>
  useAction({
    call: async () => unwrap(calls.browser.$post({ json: await subscribe(pushKey) })),
    failed: pushFailed,
    after: keep,
    stale: [HERE],
  });

export const useTurnOffHere = () =>
  useAction({
    call: async (channel: string) => {
      const view = await unwrap(calls.remove.$post({ json: { channel } }));
      await unsubscribe();
      return view;
    },
    failed: failure('Not Turned Off', 'Failed to turn off notifications in this browser'),
    after: keep,
    stale: [HERE],
  });

export const useSendTest = () =>
  useAction({
    call: (channel: string) => unwrap(calls.test.$post({ json: { channel } })),
    failed: failure('Test Failed', 'Failed to send the test'),
    done: (result) =>
      isAccepted(result)
        ? { title: 'Sending the Test', text: 'This takes longer than usual.' }
        : { title: 'Test Sent', text: 'Look where it should arrive.' },
  });
