import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { keptDrafts } from '../../lib/keptDrafts.ts';
import { useCurrentUser } from './api.ts';

type Typed = Readonly<Record<string, unknown>>;
const useDrafts = keptDrafts<Typed>('forms');

/**
 * Keeps unsaved text of a form for this tab, over screens and reloads, and restores it when the form is shown again. Saving or resetting the form
 * ends that. `name`: of the form. Not for secrets: a tab's storage is no place for them.
 */
export function useKeptForm<T extends FieldValues, U>(form: UseFormReturn<T, unknown, U>, name: string): void {
  const owner = useCurrentUser().data?.id ?? '';
  const [drafts, change] = useDrafts(owner);
  const kept = drafts[name];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is restored once; after that the form knows more
  useEffect(() => {
    if (!owner) return;
    for (const [field, value] of Object.entries(kept ?? {}))
      if (field in form.getValues())
        form.setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, defaultValues }) => {
        const typed = unsaved(values, defaultValues ?? {});
        change(name, () => (Object.keys(typed).length > 0 ? typed : null));
      },
    });
  }, [form, name, owner, change]);
}

const unsaved = (values: Typed, saved: Typed): Typed =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field])),
  );
