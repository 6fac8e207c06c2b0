import type { WebhooksView } from '../../../api/views.ts';
import type { WebhookSettings } from '../../../events/accounts/webhooksInput.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { saidInForm } from '../../lib/formProblems.ts';
import { pages, query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';

const calls = client.api.webhooks;
const WEBHOOKS = [['webhooks']];

export const [useWebhooks] = query(() => ({
  key: ['webhooks'],
  call: async (): Promise<WebhooksView['webhooks']> => (await unwrap(calls.$get())).webhooks,
}));

const AGAIN_MS = 3_000;

/** Deliveries are no events, so the newest are looked up again. */
export const [useDeliveries] = pages((id: string) => ({
  key: ['webhooks', id, 'deliveries'],
  call: (before) => unwrap(calls[':id'].deliveries.$get({ param: { id }, query: before === null ? {} : { before } })),
  refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : AGAIN_MS),
}));

/** Without an id it adds one, and answers its secret. */
export const useSaveWebhook = (id: string | null) =>
  useAction({
    // the secret goes with the dialog
    gcTime: 0,
    call: async (json: WebhookSettings): Promise<string | null> => {
      if (id === null) return (await unwrap(calls.$post({ json }))).secret;
      await unwrap(calls[':id'].$put({ param: { id }, json }));
      return null;
    },
    failed: saidInForm('Error', 'The webhook could not be saved. Please try again.'),
    stale: WEBHOOKS,
  });

export const useRotateSecret = (id: string) =>
  useAction({
    gcTime: 0,
    call: async () => (await unwrap(calls[':id'].secret.$post({ param: { id } }))).secret,
    failed: failure('Not Rotated', 'The secret could not be rotated. Please try again.'),
    stale: WEBHOOKS,
  });

export const useSwitch = (id: string) =>
  useAction({
    call: (on: boolean) => unwrap(calls[':id'].on.$put({ param: { id }, json: { on } })),
    failed: failure('Not Saved', 'The webhook could not be switched. Please try again.'),
    stale: WEBHOOKS,
  });

export const useRemoveWebhook = (id: string) =>
  useAction({
    call: () => unwrap(calls[':id'].$delete({ param: { id } })),
    failed: failure('Not Removed', 'The webhook could not be removed. Please try again.'),
    stale: WEBHOOKS,
  });

export const useTest = (id: string) =>
  useAction({
    call: () => unwrap(calls[':id'].test.$post({ param: { id } })),
    failed: failure('Not Tested', 'The test could not be sent. Please try again.'),
    done: { title: 'Sending the Test', text: 'See below whether it arrived.' },
    stale: WEBHOOKS,
  });

export const useRedeliver = (id: string) =>
  useAction({
    call: (delivery: string) =>
      unwrap(calls[':id'].deliveries[':delivery'].redeliver.$post({ param: { id, delivery } })),
    failed: failure('Not Sent', 'The event could not be sent again. Please try again.'),
    done: { title: 'Sending Again', text: 'It has the same id, so its receiver can tell.' },
    stale: WEBHOOKS,
  });
