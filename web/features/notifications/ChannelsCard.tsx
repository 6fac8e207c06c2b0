import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { NotificationsView } from '../../../api/views.ts';
import type { WebhookForm } from '../../../events/accounts/notificationsInput.ts';
import { WEBHOOK_KINDS, WEBHOOKS, type Webhook } from '../../../events/shared/noticeChannels.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { shortDate } from '../../lib/dates.ts';
import { lazyZodResolver } from '../../lib/lazyRules.ts';
import { counted } from '../../lib/numbers.ts';
import {
  useChannelHere,
  useConnectWebhook,
  useRemoveChannel,
  useSendTest,
  useTurnOffHere,
  useTurnOnHere,
} from './api.ts';
import { canPush } from './browserPush.ts';

type Props = { settings: NotificationsView };

export function ChannelsCard({ settings }: Props) {
  return (
    <Card title="Channels" note="Where notifications go.">
      <ul className="divide-y">
        <Channel name="Email" test={settings.email && 'email'}>
          {settings.email ?? 'Confirm your email address first. Your administrator sets up emails of the installation.'}
        </Channel>
        <BrowserChannel settings={settings} />
        {WEBHOOK_KINDS.map((kind) => (
          <WebhookChannel key={kind} kind={kind} settings={settings} />
        ))}
      </ul>
    </Card>
  );
}

/** `test`: the channel of its test; null: it cannot be tested. */
function Channel(props: { name: string; test: string | null; children: ReactNode; actions?: ReactNode }) {
  const send = useSendTest();
  const { test } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-medium">{props.name}</h3>
        <div className="break-words text-ink-2 text-small">{props.children}</div>
      </div>
      <div className="flex flex-wrap gap-2">
        {test && (
          <Button pending={send.isPending} onClick={() => send.mutate(test)}>
            Send a test<span className="sr-only"> to {props.name}</span>
          </Button>
        )}
        {props.actions}
      </div>
    </li>
  );
}

function BrowserChannel({ settings }: Props) {
  const here = useChannelHere().data ?? null;
  const on = useTurnOnHere(settings.pushKey);
  const off = useTurnOffHere();
  const isOn = here !== null && settings.browsers.includes(here);
  const others = settings.browsers.length - (isOn ? 1 : 0);
  const state = isOn
    ? 'On in this browser.'
    : canPush()
      ? 'Off in this browser.'
      : 'This browser cannot show notifications on this site.';
  const button = isOn ? (
    <Button variant="quietDanger" pending={off.isPending} onClick={() => off.mutate(here)}>
      Turn off
    </Button>
  ) : (
    <Button pending={on.isPending} onClick={() => on.mutate()}>
      Turn on
    </Button>
  );
  return (
    <Channel name="Browser" test={isOn ? here : null} actions={canPush() && button}>
      {state} {others > 0 && `On in ${counted(others, 'other browser')}.`}
    </Channel>
  );
}

function WebhookChannel({ kind, settings }: Props & { kind: Webhook }) {
  const remove = useRemoveChannel();
  const { name } = WEBHOOKS[kind];
  const off = settings.switchedOff.find(({ channel }) => channel === kind);
  if (!settings.webhooks.includes(kind))
    return (
      <li className="flex flex-col gap-2 p-4">
        <h3 className="font-medium">{name}</h3>
        {off && (
          <Notice tone="warn">Switched off on {shortDate(off.at)}, after it failed for a day. Connect it again.</Notice>
        )}
        <WebhookFields kind={kind} />
      </li>
    );
  return (
    <Channel
      name={name}
      test={kind}
      actions={
        <Button variant="quietDanger" pending={remove.isPending} onClick={() => remove.mutate(kind)}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      }
    >
      Connected by a webhook.
    </Channel>
  );
}

const checked = lazyZodResolver(() =>
  import('../../../events/accounts/notificationsInput.ts').then((rules) => rules.webhookForm),
);

function WebhookFields({ kind }: { kind: Webhook }) {
  const form = useForm<WebhookForm>({ resolver: checked, defaultValues: { channel: kind, url: '' } });
  const connect = useConnectWebhook();
  const { name, example } = WEBHOOKS[kind];
  return (
    <form
      aria-label={name}
      noValidate
      className="flex flex-wrap items-start gap-2"
      onSubmit={form.handleSubmit((typed) => connect.mutate(typed))}
    >
      <Field
        label={`Webhook URL of ${name}`}
        hideLabel
        error={form.formState.errors.url?.message}
        className="min-w-0 flex-1 basis-56"
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={example}
          />
        )}
      </Field>
      <Button type="submit" pending={connect.isPending}>
        Connect<span className="sr-only"> {name}</span>
      </Button>
    </form>
  );
}
