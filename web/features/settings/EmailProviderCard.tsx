import { type FormEvent, useState } from 'react';
import type { EmailSettingsView } from '../../../api/views.ts';
import { EMAIL_PROVIDERS, type EmailProvider } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { useSingleFlight } from '../../lib/singleFlight.ts';
import { ADDED, useAccount } from '../sending/account.ts';
import { HoldNotice } from '../sending/HoldNotice.tsx';
import { useEmailSettings, useSaveEmailSettings } from './api.ts';
import { PROVIDER_PARTS, WITH_FIELDS } from './providerParts.ts';
import type { Typed } from './providers/part.ts';

const OF_ALL = { title: 'Email Provider', note: 'How your emails are sent.' };

/** Chooses the provider that sends emails. */
export function EmailProviderCard() {
  const isAdded = useAccount() === ADDED;
  const settings = useEmailSettings();
  const { title, note } = (isAdded && WITH_FIELDS && PROVIDER_PARTS[WITH_FIELDS].fields) || OF_ALL;
  return (
    <Card title={title} note={note}>
      <div className="p-4">
        <QueryState
          query={settings}
          loading={<Loading label="Loading email settings" height="h-36" />}
          failed="Error loading the email settings. Please try again."
        >
          {(data) => (
            <>
              {data.hold && <HoldNotice hold={data.hold} className="mb-4" />}
              <ProviderForm settings={data} />
            </>
          )}
        </QueryState>
      </div>
    </Card>
  );
}

/** A provider can be chosen before it is connected; the card says what is missing. */
const canSend = ({ emailProvider, ...saved }: EmailSettingsView): boolean =>
  saved.hold === null &&
  emailProvider !== null &&
  !PROVIDER_PARTS[emailProvider].option({ emailProvider, ...saved }).missing;

function ProviderForm(props: { settings: EmailSettingsView }) {
  const { settings } = props;
  const [chosen, setChosen] = useState<EmailProvider | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const [problems, setProblems] = useState<Typed>({});
  const [saves, setSaves] = useState(0);
  const save = useSaveEmailSettings(canSend);
  const isAdded = useAccount() === ADDED;
  const provider = isAdded ? WITH_FIELDS : (chosen ?? settings.emailProvider);
  const { fields, option } = provider ? PROVIDER_PARTS[provider] : {};
  const missing = option?.(settings).missing;

  const saving = useSingleFlight(async (form: HTMLFormElement) => {
    if (!provider) return;
    const found = (await fields?.problemsOf(typed, settings)) ?? {};
    setProblems(found);
    const wrong = [...form.querySelectorAll('input')].find(({ name }) => name in found);
    if (wrong) return wrong.focus();
    // show the stored values, without keys; keep later choices and edits
    const onSuccess = () => {
      setSaves((before) => before + 1);
      setChosen((now) => (now === provider ? null : now));
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== typed[name as keyof Typed])),
      );
    };
    // the query client reports a failure
    await save
      .mutateAsync({ emailProvider: provider, ...fields?.toSave(typed, settings) }, { onSuccess })
      .catch(() => undefined);
  });
  const change = (part: Typed): void => {
    setTyped({ ...typed, ...part });
    setProblems({});
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    saving.run(event.currentTarget);
  };

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {!isAdded && (
        <Radio
          label="Email provider"
          value={provider ?? ''}
          onChange={(value) => setChosen(EMAIL_PROVIDERS.find((known) => known === value) ?? null)}
          options={EMAIL_PROVIDERS.map((value) => ({ value, ...PROVIDER_PARTS[value].option(settings) }))}
        />
      )}
      {missing && <Notice tone="warn">{missing}</Notice>}
      {fields && (
        <fields.Fields {...{ settings, typed, problems, saves, isAdded }} onChange={change} saving={saving.pending} />
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!provider} pending={saving.pending}>
          Save Email Settings
        </Button>
      </div>
    </form>
  );
}
