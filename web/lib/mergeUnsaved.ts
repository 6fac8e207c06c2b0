import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * After a save, saved values are in the form. Fields typed into since then stay unsaved. `sent` are the form's values when sent, `saved` the result
 * (a blank form, if it made something new). Answers whether anything was typed since.
 */
export function mergeUnsaved<T extends FieldValues, U>(form: UseFormReturn<T, unknown, U>, sent: T, saved: T): boolean {
  const now = form.getValues();
  form.reset(saved, { keepValues: true });
  let typedSince = false;
  for (const name of Object.keys(saved) as (Path<T> & keyof T)[]) {
    const typed = !equal(now[name], sent[name]);
    typedSince ||= typed;
    form.setValue(name, (typed ? now[name] : saved[name]) as PathValue<T, Path<T>>, { shouldDirty: true });
  }
  return typedSince;
}
