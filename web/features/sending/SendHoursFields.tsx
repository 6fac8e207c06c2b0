import { useEffect, useId, useRef } from 'react';
import type { SendHours } from '../../../events/sending/sendWindow.ts';
import { Chip } from '../../components/ui/Chip.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Select } from '../../components/ui/Select.tsx';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const HALF_HOURS = Array.from(
  { length: 49 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
);

/** Every half hour, and the chosen time if it is none of them. */
const times = (among: readonly string[], chosen: string) =>
  [...new Set([...among, chosen])].sort().map((time) => ({ value: time, label: time }));

export type SendHoursProblems = Partial<Record<keyof SendHours, { message?: string | undefined }>>;

export function SendHoursFields(props: {
  value: SendHours;
  onChange: (value: SendHours) => void;
  problems: SendHoursProblems | undefined;
  /** `give` hands the form what puts the focus on the first of the problems that it has just found. */
  focus: { give: (control: { focus: () => void }) => void; problemsNow: () => SendHoursProblems | undefined };
}) {
  const { value, onChange, problems, focus } = props;
  const id = useId();
  const from = useRef<HTMLSelectElement>(null);
  const to = useRef<HTMLSelectElement>(null);
  const firstDay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    focus.give({
      focus: () => {
        const found = focus.problemsNow();
        (found?.from ? from : found?.to ? to : firstDay).current?.focus();
      },
    });
  });
  const toggled = (day: number): number[] =>
    value.weekdays.includes(day)
      ? value.weekdays.filter((one) => one !== day)
      : [...value.weekdays, day].sort((a, b) => a - b);
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <Field label="From" error={problems?.from?.message}>
        {(control) => (
          <Select
            {...control}
            ref={from}
            value={value.from}
            onChange={(time) => onChange({ ...value, from: time })}
            options={times(HALF_HOURS.slice(0, -1), value.from)}
          />
        )}
      </Field>
      <Field label="To" error={problems?.to?.message}>
        {(control) => (
          <Select
            {...control}
            ref={to}
            value={value.to}
            onChange={(time) => onChange({ ...value, to: time })}
            options={times(HALF_HOURS.slice(1), value.to)}
          />
        )}
      </Field>
      <fieldset
        className="col-span-2 min-w-0"
        aria-describedby={problems?.weekdays?.message ? `${id}-problem` : undefined}
      >
        <legend className="mb-1.5 font-medium text-small">Weekdays</legend>
        <div className="flex flex-wrap gap-1.5">
          {WEEKDAYS.map((name, index) => (
            <Chip
              key={name}
              {...(index === 0 && { ref: firstDay })}
              pressed={value.weekdays.includes(index + 1)}
              onPress={() => onChange({ ...value, weekdays: toggled(index + 1) })}
            >
              {name}
            </Chip>
          ))}
        </div>
        {problems?.weekdays?.message && (
          <p id={`${id}-problem`} role="alert" className="mt-1.5 text-bad text-note">
            {problems.weekdays.message}
          </p>
        )}
      </fieldset>
    </div>
  );
}
