import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { AFTER_DAYS, type FollowUpForm, MOST_FOLLOW_UPS } from '../../../events/campaigns/followUps.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { useFocusOnWrong } from '../../lib/useFocusOnWrong.ts';
import { InsertMenu } from '../texts/InsertMenu.tsx';
import { TextPreview } from '../texts/TextPreview.tsx';

export type FollowUpProblems = readonly (
  | Partial<Record<keyof FollowUpForm, { message?: string | undefined }>>
  | undefined
)[];

const WRITERS = [
  { value: 'ai', label: 'Written by AI' },
  { value: 'user', label: 'Your own text' },
];

/** Made here, so that a save without an answer can be repeated. */
const freshId = (): string => crypto.getRandomValues(new Uint32Array(3)).join('-');

/** Suggests the days for the next follow-up. */
const nextDays = (followUps: readonly FollowUpForm[]): number => (followUps.length === 0 ? AFTER_DAYS.default : 7);

/** The follow-ups of a campaign, in their order. `focus` hands the form what puts the focus on the first field that is wrong. */
export function FollowUpFields(props: {
  value: readonly FollowUpForm[];
  onChange: (value: FollowUpForm[]) => void;
  problems: FollowUpProblems | undefined;
  focus: (control: { focus: () => void }) => void;
}) {
  const { value, onChange, problems, focus } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useFocusOnWrong(list, focus);
  const change = (at: number, part: Partial<FollowUpForm>): void =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div ref={list} className="flex flex-col gap-3">
      <div>
        <p id={id} className="font-medium text-small">
          Follow-ups
        </p>
        <p className="text-ink-3 text-note">
          Each goes out in the same thread until there is a reply, a bounce or an unsubscribe. Where replies are not
          read, mark them by hand.
        </p>
      </div>
      {value.map((one, index) => {
        const name = `Follow-up ${index + 1}`;
        const wrong = problems?.[index];
        return (
          <fieldset
            key={one.id ?? name}
            className="grid gap-3 rounded-control border border-line p-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
          >
            <legend className="sr-only">{name}</legend>
            <Field label={`${name}: days to wait`} error={wrong?.afterDays?.message}>
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  inputMode="numeric"
                  min={AFTER_DAYS.min}
                  max={AFTER_DAYS.max}
                  value={Number.isNaN(one.afterDays) ? '' : one.afterDays}
                  onChange={(event) => change(index, { afterDays: event.target.valueAsNumber })}
                />
              )}
            </Field>
            <Field label="Text">
              {(control) => (
                <Select
                  {...control}
                  value={one.writer}
                  onChange={(writer) => change(index, { writer: writer as FollowUpForm['writer'] })}
                  options={WRITERS}
                />
              )}
            </Field>
            <Button
              variant="ghost"
              aria-label={`Remove ${name}`}
              className="self-end max-sm:justify-self-end"
              onClick={() => {
                onChange(value.filter((_, other) => other !== index));
                list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
              }}
            >
              <Trash2 aria-hidden />
            </Button>
            <Field
              label={one.writer === 'ai' ? `Instructions for follow-up ${index + 1}` : `Text of follow-up ${index + 1}`}
              error={wrong?.text?.message}
              limit={LONGEST.followUp}
              hint={
                one.writer === 'ai'
                  ? 'It is written once the email before it was sent, and waits for your approval.'
                  : 'The same for everyone, with variables filled in. Starting the campaign approves it. Your signature is added.'
              }
              className="sm:col-span-3"
            >
              {(control) => (
                <>
                  <Textarea
                    {...control}
                    rows={3}
                    value={one.text}
                    onChange={(event) => change(index, { text: event.target.value })}
                  />
                  {one.writer === 'user' && (
                    <>
                      <InsertMenu field={control.id} label={`follow-up ${index + 1}`} />
                      <TextPreview label={name} text={one.text} />
                    </>
                  )}
                </>
              )}
            </Field>
          </fieldset>
        );
      })}
      {value.length < MOST_FOLLOW_UPS && (
        <Button
          data-add
          className="self-start"
          onClick={() => onChange([...value, { id: freshId(), afterDays: nextDays(value), writer: 'ai', text: '' }])}
        >
          <Plus aria-hidden />
          Add follow-up
        </Button>
      )}
    </div>
  );
}
