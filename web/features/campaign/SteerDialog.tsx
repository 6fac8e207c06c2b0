import { useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { MOST_DAYS_LATER } from '../../../events/messages/steerNames.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { useCampaigns } from '../campaigns/campaignsQuery.ts';
import { type AskedSteer, type SteerTarget, useSteer } from '../campaigns/steer.ts';
import { isBatch, someRefused } from '../partners/batch.ts';
import { STEER_WORDS } from '../partners/batchWords.ts';
import { useUserZone } from '../profile/api.ts';

type Asking = { act: AskedSteer; target: SteerTarget; messages: readonly SendView[] };
type Answer = Omit<Parameters<ReturnType<typeof useSteer>['mutate']>[0], 'act' | keyof SteerTarget>;

const TEXTS: Record<AskedSteer, string> = {
  reschedule: 'It keeps this time while the campaign sends. The sending hours and daily limits still hold.',
  move: 'They leave this campaign. Their text here is not taken along: the other campaign writes its own.',
  postpone: 'The plan gives each email a new time, within the sending hours and daily limits.',
};

export function SteerDialog(props: Asking & { onDone?: () => void; onClose: () => void }) {
  const { act, target, onDone, onClose } = props;
  const [given, setGiven] = useState<Answer | null>(null);
  const [wrong, setWrong] = useState(false);
  const steer = useSteer();
  const refused = steer.data && !isBatch(steer.data) ? steer.data.refused[0]?.reason : undefined;
  const problem = wrong && given === null ? ASKED[act] : refused;
  const submit = (): void => {
    setWrong(given === null);
    if (given === null) return;
    steer.mutate(
      { act, ...target, ...given },
      {
        onSuccess: (answer) => {
          if (someRefused(answer) && !isBatch(answer) && answer.changed.length === 0) return;
          onDone?.();
          onClose();
        },
      },
    );
  };
  const fields = { ...props, problem, onGive: setGiven };
  return (
    <Dialog onClose={onClose} title={STEER_WORDS[act].label.replace('…', '')} description={TEXTS[act]}>
      <DialogBody className="flex flex-col gap-3">
        {act === 'reschedule' && <TimeField {...fields} />}
        {act === 'postpone' && <LaterFields {...fields} />}
        {act === 'move' && <CampaignField {...fields} />}
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button variant="primary" pending={steer.isPending} onClick={submit}>
          {STEER_WORDS[act].label.replace('…', '')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const ASKED: Record<AskedSteer, string> = {
  reschedule: 'Choose a date and time.',
  move: 'Choose a campaign.',
  postpone: `Choose a day, or 1 to ${MOST_DAYS_LATER} days.`,
};

type Fields = Asking & { problem: string | undefined; onGive: (answer: Answer | null) => void };

/** `2026-03-03T10:02`, as the field of the browser has it. */
const localIn = (zone: string, iso: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(iso))
    .replace(' ', 'T');

function TimeField({ messages: [message], problem, onGive }: Fields) {
  const zone = useUserZone();
  const planned = message?.nextSendAt ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={`Date and time (${zone.replaceAll('_', ' ')})`} error={problem}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={typed ?? (planned ? localIn(zone, planned) : '')}
          onChange={(event) => {
            setTyped(event.target.value);
            onGive(event.target.value ? { at: event.target.value.slice(0, 16) } : null);
          }}
        />
      )}
    </Field>
  );
}

/** Drafts and active campaigns, without the present one. */
function CampaignField({ messages: [message], problem, onGive }: Fields) {
  const campaigns = useCampaigns();
  const [to, setTo] = useState('');
  const offered = campaigns.data?.filter(
    ({ id, status }) => id !== message?.campaignId && (status === 'draft' || status === 'active'),
  );
  if (campaigns.isError) return <LoadFailed again={campaigns}>The campaigns could not be loaded.</LoadFailed>;
  if (offered?.length === 0) return <p className="text-ink-2">There is no other draft or active campaign.</p>;
  return (
    <Field label="Campaign" error={problem}>
      {(control) => (
        <Select
          {...control}
          value={to}
          onChange={(id) => {
            setTo(id);
            onGive({ to: id });
          }}
          placeholder={campaigns.isPending ? 'Loading campaigns...' : 'Choose a campaign'}
          options={(offered ?? []).map(({ id, name, status }) => ({
            value: id,
            label: `${name ?? 'Campaign'} (${status})`,
          }))}
        />
      )}
    </Field>
  );
}

function LaterFields({ problem, onGive }: Fields) {
  const [by, setBy] = useState<'days' | 'from'>('days');
  const [value, setValue] = useState('');
  const give = (way: 'days' | 'from', text: string): void => {
    setBy(way);
    setValue(text);
    const days = Number(text);
    const fits = way === 'from' ? text !== '' : Number.isInteger(days) && days >= 1 && days <= MOST_DAYS_LATER;
    onGive(fits ? { later: way === 'from' ? { from: text } : { days } } : null);
  };
  return (
    <>
      <Field label="Postpone">
        {(control) => (
          <Select
            {...control}
            value={by}
            onChange={(way) => give(way as typeof by, '')}
            options={[
              { value: 'days', label: 'By days' },
              { value: 'from', label: 'Not before a day' },
            ]}
          />
        )}
      </Field>
      <Field label={by === 'days' ? 'Days' : 'Day'} error={problem}>
        {(control) => (
          <Input
            {...control}
            key={by}
            {...(by === 'days' ? { type: 'number', min: 1, max: MOST_DAYS_LATER } : { type: 'date' })}
            value={value}
            onChange={(event) => give(by, event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
