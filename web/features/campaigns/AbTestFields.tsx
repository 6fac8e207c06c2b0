import { useRef } from 'react';
import { type AbTest, variedField } from '../../../events/campaigns/variants.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import type { SubjectType } from '../../../events/shared/options.ts';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { Radio } from '../../components/ui/Radio.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { useFocusOnWrong } from '../../lib/useFocusOnWrong.ts';

/** The text of version B of the first email. `focus` hands the form what puts the focus on its text. */
export function AbTestFields(props: {
  value: AbTest | null;
  onChange: (value: AbTest | null) => void;
  subjectType: SubjectType;
  problem: string | undefined;
  focus: (control: { focus: () => void }) => void;
}) {
  const { value, onChange, subjectType, problem, focus } = props;
  const fields = useRef<HTMLDivElement>(null);
  useFocusOnWrong(fields, focus);
  const subject = subjectType === 'static' ? 'Subject' : 'Invitation';
  return (
    <div ref={fields} className="flex flex-col gap-3">
      <Switch
        label={<span className="font-medium text-small">Test a second version</span>}
        note="Half of the partners get version B of the first email. The campaign shows which one gets more replies."
        checked={value !== null}
        onChange={(on) => onChange(on ? { varies: 'subject', variantB: '' } : null)}
      />
      {value && (
        <>
          <Radio
            label="What differs"
            value={value.varies}
            onChange={(varies) => onChange({ ...value, varies: varies as AbTest['varies'] })}
            options={[
              { value: 'subject', label: `Another ${subject.toLowerCase()}` },
              { value: 'instructions', label: 'Other instructions' },
            ]}
          />
          <Field
            label={value.varies === 'subject' ? `${subject} of version B` : 'Instructions of version B'}
            error={problem}
            limit={LONGEST[variedField({ subjectType, abTest: value })]}
            hint="Everything else is the same, so that you can tell what made the difference."
          >
            {(control) => {
              const Control = value.varies === 'subject' ? Input : Textarea;
              return (
                <Control
                  {...control}
                  {...(value.varies === 'instructions' && { rows: 4 })}
                  value={value.variantB}
                  onChange={(event) => onChange({ ...value, variantB: event.target.value })}
                />
              );
            }}
          </Field>
        </>
      )}
    </div>
  );
}
