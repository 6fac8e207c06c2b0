import { type FormEvent, useState } from 'react';
import type { SecurityView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useProblems } from '../../lib/formProblems.ts';
import { lazyRules } from '../../lib/lazyRules.ts';
import { useSingleFlight } from '../../lib/singleFlight.ts';
import { useChangePassword } from './api.ts';

const rules = lazyRules(() => import('../../../events/accounts/accountInput.ts'));

const BLANK = { current: '', password: '' };
const FIELDS = ['current', 'password'] as const;

/** Changes the password, or sets the first one of an account that was opened through a provider. */
export function PasswordCard(props: { security: SecurityView }) {
  const { email, hasPassword } = props.security;
  const [typed, setTyped] = useState(BLANK);
  const { form, problems, show, refused, clear } = useProblems(FIELDS);
  const change = useChangePassword();
  const saving = useSingleFlight(async () => {
    const { signupForm } = await rules();
    const wrong = signupForm.shape.password.safeParse(typed.password).error?.issues[0]?.message;
    const missing = hasPassword && !typed.current ? 'Enter your current password' : undefined;
    if (show({ ...(missing && { current: missing }), ...(wrong && { password: wrong }) })) return;
    const sent = hasPassword ? typed : { password: typed.password };
    await change.mutateAsync(sent).then(() => setTyped((now) => (now === typed ? BLANK : now)), refused);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.run();
  };
  const input = (name: keyof typeof BLANK) => ({
    name,
    type: 'password',
    value: typed[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped((now) => ({ ...now, [name]: event.target.value }));
      clear(name);
    },
  });
  return (
    <Card
      title="Password"
      note={
        hasPassword
          ? 'Changing it signs out every other browser, and ends access tokens.'
          : 'You have none: you sign in through a provider.'
      }
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
        {/* for what keeps passwords: whose this one is */}
        <input hidden name="username" autoComplete="username" value={email ?? ''} readOnly />
        {problems.form && <Notice tone="bad">{problems.form}</Notice>}
        {hasPassword && (
          <Field label="Current password" error={problems.current}>
            {(control) => <Input {...control} {...input('current')} autoComplete="current-password" />}
          </Field>
        )}
        <Field label="New password" error={problems.password} hint="At least 10 characters.">
          {(control) => <Input {...control} {...input('password')} autoComplete="new-password" />}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={saving.pending}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
