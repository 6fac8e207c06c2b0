import type { DeliveryView, WebhookView } from '../../../api/views.ts';
import { DELIVERIES_KEPT_DAYS } from '../../../events/shared/webhookEvents.ts';
import { Badge, type BadgeTone } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { clockIn, timeUntil } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { useDeliveries, useRedeliver } from './api.ts';

const STATUSES: Record<DeliveryView['status'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Not sent', tone: 'mute' },
};

const TROUBLES: Record<NonNullable<DeliveryView['trouble']>, string> = {
  address: 'This URL cannot be used',
  private: 'The host is on a private network',
  timeout: 'No answer in time',
  connection: 'No connection',
  secret: 'The secret is lost. Rotate it.',
};

/** The last deliveries of a webhook, the newest first. */
export function Deliveries({ webhook }: { webhook: WebhookView }) {
  const list = useDeliveries(webhook.id);
  const redeliver = useRedeliver(webhook.id);
  return (
    <QueryState
      query={list}
      loading={<Loading label="Loading deliveries" rows={3} height="h-9" />}
      failed="Error loading the deliveries. Please try again."
    >
      {({ pages }) => {
        const deliveries = pages.flatMap((page) => page.deliveries);
        if (deliveries.length === 0)
          return (
            <p className="text-ink-2 text-small">No deliveries yet. They are kept for {DELIVERIES_KEPT_DAYS} days.</p>
          );
        return (
          <>
            <ul aria-label="Deliveries" className="divide-y rounded-control border">
              {deliveries.map((delivery) => (
                <Delivery
                  key={delivery.id}
                  delivery={delivery}
                  redeliver={webhook.off ? null : () => redeliver.mutate(delivery.id)}
                  pending={redeliver.isPending && redeliver.variables === delivery.id}
                />
              ))}
            </ul>
            {list.hasNextPage && (
              <div>
                <Button size="small" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Show more
                </Button>
              </div>
            )}
          </>
        );
      }}
    </QueryState>
  );
}

/** `redeliver` null: the webhook is off. */
function Delivery(props: { delivery: DeliveryView; redeliver: (() => void) | null; pending: boolean }) {
  const { id, event, queuedAt, status, tries, httpStatus, trouble, nextAt } = props.delivery;
  const now = useNow();
  const zone = useUserZone();
  const { label, tone } = STATUSES[status];
  const answer = httpStatus === null ? trouble && TROUBLES[trouble] : `HTTP ${httpStatus}`;
  const facts = [
    answer,
    tries > 1 && counted(tries, 'try', 'tries'),
    nextAt && `again ${timeUntil(nextAt, now)}`,
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-small">
      <Badge tone={tone}>{label}</Badge>
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-medium">{event}</span>
        <span className="block text-ink-3 text-note">
          <time dateTime={queuedAt}>{clockIn(zone, queuedAt, now)}</time>
          {facts.length > 0 && ` · ${facts.join(' · ')}`}
        </span>
        <span className="wrap-anywhere block font-mono text-ink-3 text-note">{id}</span>
      </span>
      {props.redeliver && (
        <Button size="small" pending={props.pending} onClick={props.redeliver}>
          {status === 'waiting' ? 'Try now' : 'Send again'}
          <span className="sr-only">
            {' '}
            {event} {id}
          </span>
        </Button>
      )}
    </li>
  );
}
