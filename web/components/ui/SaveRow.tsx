import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from './Button.tsx';

/** The foot of a form that stays on its screen: what is typed is saved, or taken back. */
export function SaveRow<T extends FieldValues, U>(props: {
  form: UseFormReturn<T, unknown, U>;
  saving: boolean;
  children: string;
}) {
  const { isDirty, isSubmitting } = props.form.formState;
  const pending = isSubmitting || props.saving;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {isDirty && !pending && (
        <>
          <p className="text-ink-2 text-small">Not saved yet</p>
          <Button variant="ghost" onClick={() => props.form.reset()}>
            Discard changes
          </Button>
        </>
      )}
      <Button type="submit" variant="primary" pending={pending}>
        {props.children}
      </Button>
    </div>
  );
}
