import { useRef, useState } from 'react';
import { MOST_WEBHOOKS } from '../../../events/shared/webhookEvents.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { useWebhooks } from './api.ts';
import { WebhookItem } from './WebhookItem.tsx';

const WebhookDialog = onDemand(() => import('./WebhookDialog.tsx').then((module) => module.WebhookDialog));

/** Other programs that hear at once what happened here. */
export function WebhooksScreen() {
  const webhooks = useWebhooks();
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const list = useRef<HTMLDivElement>(null);
  const isFull = (webhooks.data?.length ?? 0) >= MOST_WEBHOOKS;
  return (
    <SettingsPage title="Webhooks" note="Tell other programs what happens here.">
      <SectionColumn>
        <Card
          title="Webhooks"
          note={
            <>
              Signed as{' '}
              <a className="link" href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
                Standard Webhooks
              </a>{' '}
              says. Each event arrives at least once, and retries may arrive out of order.
            </>
          }
          actions={
            <Button disabled={isFull} onClick={() => setAdding(true)}>
              New webhook
            </Button>
          }
        >
          <QueryState
            query={webhooks}
            loading={<Loading label="Loading webhooks" rows={1} height="h-10" className="p-4" />}
            failed="Error loading your webhooks. Please try again."
            className="m-4"
          >
            {(items) => (
              <div ref={list} tabIndex={-1} className="outline-none">
                {items.length === 0 ? (
                  <p className="p-4 text-ink-2">No webhooks yet. Your CRM or an automation can listen here.</p>
                ) : (
                  <ul aria-label="Webhooks" className="divide-y">
                    {items.map((webhook) => (
                      <WebhookItem key={webhook.id} webhook={webhook} whenRemoved={() => list.current?.focus()} />
                    ))}
                  </ul>
                )}
              </div>
            )}
          </QueryState>
        </Card>
        <FetchedPart onLost={close}>{adding && <WebhookDialog webhook={null} onClose={close} />}</FetchedPart>
      </SectionColumn>
    </SettingsPage>
  );
}
