import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { WebhookView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { clockIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useUserZone } from '../profile/api.ts';
import { useRemoveWebhook, useSwitch, useTest } from './api.ts';
import { Deliveries } from './Deliveries.tsx';

const WebhookDialog = onDemand(() => import('./WebhookDialog.tsx').then((module) => module.WebhookDialog));
const RotateDialog = onDemand(() => import('./RotateDialog.tsx').then((module) => module.RotateDialog));

const OFF: Record<NonNullable<WebhookView['off']>['why'], string> = {
  person: 'Switched off. Nothing is delivered, and what happens now is not sent later.',
  failing: 'Switched off after three days of failures. Fix the receiver, then switch it on.',
  gone: 'Switched off because the receiver answered 410 (gone). Change the URL, then switch it on.',
};

/** A webhook, its menu and, on demand, its deliveries. */
export function WebhookItem(props: { webhook: WebhookView; whenRemoved: () => void }) {
  const { webhook } = props;
  const { id, events, off, earlierSecretUntil } = webhook;
  const url = webhook.url ?? 'Unreadable URL';
  const now = useNow();
  const zone = useUserZone();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'remove' | null>(null);
  const [shown, setShown] = useState(false);
  const close = () => setOpen(null);
  const [test, toggle, remove] = [useTest(id), useSwitch(id), useRemoveWebhook(id)];
  return (
    <li className="flex flex-col gap-2 p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="wrap-anywhere font-medium">{url}</h3>
          <p className="mt-1 flex flex-wrap gap-1">
            <Badge tone={off ? 'bad' : 'good'}>{off ? 'Off' : 'On'}</Badge>
            {webhook.personal && <Badge tone="warn">Personal data</Badge>}
            {events.map((event) => (
              <Badge key={event} tone="mute">
                {event}
              </Badge>
            ))}
          </p>
        </div>
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Actions for ${url}`}>
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <MenuItem onSelect={() => setOpen('edit')}>Edit</MenuItem>
          <MenuItem onSelect={() => setOpen('rotate')}>Rotate the secret</MenuItem>
          <MenuItem onSelect={() => toggle.mutate(off !== null)}>{off ? 'Switch on' : 'Switch off'}</MenuItem>
          <MenuItem destructive onSelect={() => setOpen('remove')}>
            Remove
          </MenuItem>
        </Menu>
      </div>
      {off && <Notice tone={off.why === 'person' ? 'info' : 'warn'}>{OFF[off.why]}</Notice>}
      {earlierSecretUntil && (
        <p className="text-ink-2 text-small">
          The earlier secret signs, too, until{' '}
          <time dateTime={earlierSecretUntil}>{clockIn(zone, earlierSecretUntil, now)}</time>.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide deliveries' : 'Show deliveries'}
          <span className="sr-only"> of {url}</span>
        </Button>
        {!off && (
          <Button
            size="small"
            pending={test.isPending}
            onClick={() => {
              setShown(true);
              test.mutate();
            }}
          >
            Send a test<span className="sr-only"> to {url}</span>
          </Button>
        )}
      </div>
      {shown && <Deliveries webhook={webhook} />}
      <FetchedPart onLost={close}>
        {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
        {open === 'rotate' && <RotateDialog id={id} onClose={close} />}
      </FetchedPart>
      <ConfirmDialog
        open={open === 'remove'}
        onClose={close}
        title="Remove this webhook?"
        confirmLabel="Remove webhook"
        destructive
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              close();
              props.whenRemoved();
            },
          })
        }
      >
        <p>
          <strong className="wrap-anywhere font-medium text-ink">{url}</strong> hears of nothing more. What waits for it
          is not delivered.
        </p>
      </ConfirmDialog>
    </li>
  );
}
