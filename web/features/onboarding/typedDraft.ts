import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keptForTab } from '../../lib/keptForTab.ts';

type Kept = { owner: string; typed: object };
const KEPT = { business: keptForTab<Kept>('setup:business'), audience: keptForTab<Kept>('setup:audience') };
type OnboardingStep = keyof typeof KEPT;

/** A typed step of the setup that was not saved before the page was left. `owner` is the user's id. */
export function readDraft<T>(owner: string, name: OnboardingStep): Partial<T> {
  const kept = KEPT[name].get();
  return kept?.owner === owner ? kept.typed : {};
}

/** Forgets what was typed into a step: it was saved, or the setup is over. */
export const dropDraft = (name: OnboardingStep): void => KEPT[name].keep(null);

/** Keeps typed text of a form for this tab, so that a reload loses nothing, and notifies the screen (`onTyped`). */
export function useDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  owner: string,
  name: OnboardingStep,
  onTyped: (values: T) => void,
): void {
  const tell = useEffectEvent(onTyped);
  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        tell(values);
        KEPT[name].keep({ owner, typed: values });
      },
    });
  }, [form, owner, name]);
}
