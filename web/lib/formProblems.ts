import { type RefObject, useRef, useState } from 'react';
import { ApiError, serverWords } from './apiError.ts';
import type { ToastText } from './toasts.ts';

/** The problems of a form by field. `form`: of the whole form. */
export type Problems<Name extends string> = Partial<Record<Name | 'form', string>>;

/** The fields that a refusal names, with the server's words; api/http/validate.ts lists them, a refused command names one. */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const { details } = error;
  const named = Array.isArray(details) ? details : [details];
  const problems: Record<string, string> = {};
  for (const one of named as { field?: unknown; message?: unknown }[]) {
    if (typeof one?.field !== 'string') continue;
    problems[one.field] ??= typeof one.message === 'string' ? one.message : (error.error ?? 'This cannot be used.');
  }
  return problems;
}

/** For `meta.failure` of a mutation whose form shows refusals in place: a notice for all that is no refusal. */
export function saidInForm(title: string, fallback: string): (error: Error) => ToastText | null {
  return (error) => (isRefusal(error) ? null : { title, text: fallback });
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 401 && error.error !== null;

/** The problems of a small form. Each shows beside its field, and the first such field gets the focus. */
export function useProblems<Name extends string>(
  names: readonly Name[],
): {
  form: RefObject<HTMLFormElement | null>;
  problems: Problems<Name>;
  /** Shows these; answers whether there are any. */
  show: (found: Problems<Name>) => boolean;
  /** Shows what the server refused. */
  refused: (error: unknown) => void;
  clear: (name: Name) => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Name>>({});
  const show = (found: Problems<Name>): boolean => {
    setProblems(found);
    const first = names.find((name) => found[name]);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    }
    return Object.values(found).some(Boolean);
  };
  return {
    form,
    problems,
    show,
    refused: (error) => {
      if (!isRefusal(error)) return;
      const fields = refusedFields(error);
      const known = names.filter((name) => fields[name]);
      const atFields = Object.fromEntries(known.map((name) => [name, fields[name]])) as Problems<Name>;
      show(known.length > 0 ? atFields : ({ form: serverWords(error, '') } as Problems<Name>));
    },
    clear: (name) => setProblems(({ [name]: _, form: __, ...others }) => others as Problems<Name>),
  };
}
