import type { ControllerRenderProps } from 'react-hook-form';
import { Field } from '../../components/ui/Field.tsx';
import { Select } from '../../components/ui/Select.tsx';

/** `saved`: the industry of the profile. It stays a choice where the list does not have it. */
export function IndustryField(props: {
  field: Pick<ControllerRenderProps, 'ref' | 'onChange'> & { value: string };
  usual: readonly string[];
  saved: string | null | undefined;
  error: string | undefined;
}) {
  const { ref, value, onChange } = props.field;
  const options = [...new Set(props.saved ? [...props.usual, props.saved] : props.usual)];
  return (
    <Field label="Industry" error={props.error}>
      {(control) => (
        <Select
          {...control}
          ref={ref}
          value={value}
          onChange={onChange}
          placeholder="Choose an industry"
          options={options.map((one) => ({ value: one, label: one }))}
        />
      )}
    </Field>
  );
}
