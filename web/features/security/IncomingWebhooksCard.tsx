import { useRef, useState } from 'react';
import type { IncomingWebhookView, SecurityView, UserView } from '../../../api/views.ts';
import { userActor } from '../../../events/shared/actor.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useIncomingWebhooks, useRemoveWebhook } from './api.ts';
import { CredentialLine } from './CredentialLine.tsx';

const NewWebhookDialog = onDemand(() => import('./NewWebhookDialog.tsx').then((module) => module.NewWebhookDialog));

/** The webhooks with which other systems, such as a CRM, act for this account. */
export function IncomingWebhooksCard(props: { security: SecurityView; user: UserView }) {
  const webhooks = useIncomingWebhooks();
  const [making, setMaking] = useState(false);
  const close = () => setMaking(false);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Card
      title="Incoming webhooks"
      note="Your CRM tells us who was deleted or unsubscribed there."
      actions={<Button onClick={() => setMaking(true)}>New webhook</Button>}
    >
      <QueryState
        query={webhooks}
        loading={<Loading label="Loading incoming webhooks" rows={1} height="h-10" className="p-4" />}
        failed="Error loading your incoming webhooks. Please try again."
        className="m-4"
      >
        {(data) => (
          <div ref={list} tabIndex={-1} className="outline-none">
            {data.length === 0 ? (
              <p className="p-4 text-ink-2">No incoming webhooks yet. One works until you remove it.</p>
            ) : (
              <ul aria-label="Incoming webhooks" className="divide-y">
                {data.map((webhook) => (
                  <Webhook
                    key={webhook.id}
                    user={props.user}
                    webhook={webhook}
                    whenRemoved={() => list.current?.focus()}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryState>
      <FetchedPart onLost={close}>
        {making && <NewWebhookDialog hasPassword={props.security.hasPassword} onClose={close} />}
      </FetchedPart>
    </Card>
  );
}

function Webhook(props: { user: UserView; webhook: IncomingWebhookView; whenRemoved: () => void }) {
  const { id, name, acts } = props.webhook;
  const remove = useRemoveWebhook(props.whenRemoved);
  return (
    <CredentialLine
      actor={props.user.isAuditor ? null : userActor(props.user.id, id)}
      credential={props.webhook}
      badges={acts.map((text) => ({ text, tone: 'mute' }))}
      verb="Remove"
      what="webhook"
      revoke={remove}
      onRevoke={(done) => remove.mutate({ id, name }, { onSuccess: done })}
    >
      Deletions in <strong className="wrap-anywhere font-medium text-ink">{name}</strong> no longer reach us.
    </CredentialLine>
  );
}
