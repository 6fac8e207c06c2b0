import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button, type ButtonProps } from '../../components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useProblems } from '../../lib/formProblems.ts';

export type Proof = { password: string; code: string };

const FIELDS = ['password', 'code'] as const;
const MISSING: Proof = { password: 'Enter your password', code: 'Enter the code' };

/**
 * Asks for the password, a code, or both, in a dialog. `submit` rejects with what the server refused, which then shows at its field.
 * Nothing to ask for is a question with one button.
 */
export function ProofForm(props: {
  asks: { password: boolean; code?: CodeField };
  children?: ReactNode;
  label: string;
  look?: ButtonProps['variant'];
  pending: boolean;
  /** It comes after another step of an open dialog, whose field had the focus. */
  takesFocus?: boolean;
  /** Whether the children are filled in; it shows what is missing. */
  isComplete?: () => boolean;
  submit: (proof: Partial<Proof>) => Promise<unknown>;
  onCancel: () => void;
}) {
  const { asks } = props;
  const [typed, setTyped] = useState<Proof>({ password: '', code: '' });
  const { form, problems, show, refused, clear } = useProblems(FIELDS);
  const [takesFocus] = useState(props.takesFocus);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus, form]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (props.pending) return;
    const wanted = FIELDS.filter((name) => asks[name]);
    const missing = wanted.filter((name) => !typed[name].trim()).map((name) => [name, MISSING[name]]);
    const isComplete = props.isComplete?.() ?? true;
    if (show(Object.fromEntries(missing)) || !isComplete) return;
    const proof = Object.fromEntries(wanted.map((name) => [name, typed[name]])) as Partial<Proof>;
    if (proof.code) proof.code = asks.code?.tidy(proof.code) ?? proof.code;
    props.submit(proof).catch(refused);
  };
  const type = (name: keyof Proof, value: string): void => {
    setTyped((now) => ({ ...now, [name]: value }));
    clear(name);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <DialogBody className="flex flex-col gap-4">
        {props.children}
        {problems.form && <Notice tone="bad">{problems.form}</Notice>}
        {asks.password && (
          <Field label="Password" error={problems.password}>
            {(control) => (
              <Input
                {...control}
                name="password"
                type="password"
                autoComplete="current-password"
                value={typed.password}
                onChange={(event) => type('password', event.target.value)}
              />
            )}
          </Field>
        )}
        {asks.code && (
          <Field label={asks.code.label} hint={asks.code.hint} error={problems.code}>
            {(control) => (
              <Input
                {...control}
                name="code"
                autoComplete="one-time-code"
                autoCapitalize="off"
                spellCheck={false}
                {...(asks.code?.digitsOnly && { inputMode: 'numeric' as const })}
                className="max-w-48 font-mono tabular-nums"
                value={typed.code}
                onChange={(event) => type('code', event.target.value)}
              />
            )}
          </Field>
        )}
      </DialogBody>
      <DialogFooter onCancel={props.onCancel}>
        <Button type="submit" variant={props.look ?? 'primary'} pending={props.pending}>
          {props.label}
        </Button>
      </DialogFooter>
    </form>
  );
}

type CodeField = { label: string; hint: string; digitsOnly: boolean; tidy: (typed: string) => string };

/** Six digits of the app, which many show as "123 456". */
export const APP_CODE: CodeField = {
  label: '6-digit code',
  hint: 'From your authenticator app.',
  digitsOnly: true,
  tidy: (typed) => typed.replace(/\s/g, ''),
};
/** The same, or one of the recovery codes. */
export const ANY_CODE: CodeField = {
  label: 'Code',
  hint: 'From your authenticator app, or a recovery code.',
  digitsOnly: false,
  tidy: (typed) => typed.trim(),
};
