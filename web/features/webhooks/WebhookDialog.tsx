import { type FormEvent, useState } from 'react';
import type { WebhookView } from '../../../api/views.ts';
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS, type WebhookEventName } from '../../../events/shared/webhookEvents.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { useProblems } from '../../lib/formProblems.ts';
import { useUnsavedCodes } from '../security/unsavedCodes.ts';
import { useSaveWebhook } from './api.ts';
import { SecretShown } from './SecretShown.tsx';

/** The form of a webhook (null: a new one), then its secret. */
export function WebhookDialog(props: { webhook: WebhookView | null; onClose: () => void }) {
  const { webhook, onClose } = props;
  const save = useSaveWebhook(webhook?.id ?? null);
  const secret = save.data ?? null;
  const { reminded, mayClose } = useUnsavedCodes(secret !== null, onClose);
  const title = secret ? 'Copy the signing secret' : webhook ? 'Edit webhook' : 'New webhook';
  return (
    <Dialog onClose={mayClose} title={title}>
      {secret ? (
        <SecretShown secret={secret} reminded={reminded} onClose={onClose} />
      ) : (
        <WebhookForm
          webhook={webhook}
          pending={save.isPending}
          save={async (typed) => {
            if ((await save.mutateAsync(typed)) === null) onClose();
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

type Typed = Parameters<ReturnType<typeof useSaveWebhook>['mutateAsync']>[0];

function WebhookForm(props: {
  webhook: WebhookView | null;
  pending: boolean;
  save: (typed: Typed) => Promise<void>;
  onCancel: () => void;
}) {
  const { webhook } = props;
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEventName[]>(webhook?.events ?? []);
  const [personal, setPersonal] = useState(webhook?.personal ?? false);
  const { form, problems, show, refused, clear } = useProblems(['url', 'events'] as const);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (props.pending) return;
    const missing = {
      ...(url.trim() ? {} : { url: 'Enter the URL' }),
      ...(events.length > 0 ? {} : { events: 'Select at least one event' }),
    };
    if (show(missing)) return;
    const chosen = WEBHOOK_EVENT_NAMES.filter((name) => events.includes(name));
    props.save({ url, events: chosen, personal }).catch(refused);
  };
  const choose = (name: WebhookEventName, on: boolean): void => {
    setEvents((now) => (on ? [...now, name] : now.filter((other) => other !== name)));
    clear('events');
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <DialogBody className="flex flex-col gap-4">
        {problems.form && <Notice tone="bad">{problems.form}</Notice>}
        <Field label="URL" hint="A public https address." error={problems.url}>
          {(control) => (
            <Input
              {...control}
              name="url"
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://example.com/hooks"
              value={url}
              onChange={(event) => {
                setUrl(event.target.value);
                clear('url');
              }}
            />
          )}
        </Field>
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-1.5 font-medium text-small">Events</legend>
          {WEBHOOK_EVENT_NAMES.map((name) => (
            <Checkbox
              key={name}
              label={
                <>
                  <span className="font-medium">{name}</span> <span className="text-ink-2">{WEBHOOK_EVENTS[name]}</span>
                </>
              }
              checked={events.includes(name)}
              onChange={(on) => choose(name, on)}
            />
          ))}
          {problems.events && (
            <p className="text-bad text-note" role="alert">
              {problems.events}
            </p>
          )}
        </fieldset>
        <Switch
          label="Send personal data"
          note="Names, addresses, subjects and replies beside the ids. The receiver must erase people that you erase."
          checked={personal}
          onChange={setPersonal}
        />
      </DialogBody>
      <DialogFooter onCancel={props.onCancel}>
        <Button type="submit" variant="primary" pending={props.pending}>
          {webhook ? 'Save webhook' : 'Add webhook'}
        </Button>
      </DialogFooter>
    </form>
  );
}
