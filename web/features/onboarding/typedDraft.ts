import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

type OnboardingStep = 'business' | 'audience';

const key = (name: OnboardingStep) => `setup:${name}`;

/** What was typed into a step of the setup and not saved before the page was left; `owner` is the user's id. */
export function readDraft<T>(owner: string, name: OnboardingStep): Partial<T> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(name)) ?? 'null') as { owner: string; typed: Partial<T> } | null;
    return kept?.owner === owner ? kept.typed : {};
  } catch {
    return {};
  }
}

/** Forgets what was typed into a step: it was saved, or the setup is over. */
export function dropDraft(name: OnboardingStep): void {
  try {
    sessionStorage.removeItem(key(name));
  } catch {
    // Nothing was kept, then.
  }
}

/** Keeps what is typed into a form for this tab, so that a reload loses none of it, and tells the screen (`onTyped`). */
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
        try {
          sessionStorage.setItem(key(name), JSON.stringify({ owner, typed: values }));
        } catch {
          // Private windows may refuse storage: a reload then starts from what was saved.
        }
      },
    });
  }, [form, owner, name]);
}
