import { type FormEvent, useState } from 'react';
import type { UserView } from '../../../api/views.ts';
import type { OwnName } from '../../../events/accounts/securityInput.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useProblems } from '../../lib/formProblems.ts';
import { lazyRules } from '../../lib/lazyRules.ts';
import { useSingleFlight } from '../../lib/singleFlight.ts';
import { useChangeName } from './api.ts';

const rules = lazyRules(() => import('../../../events/accounts/securityInput.ts'));

const FIELDS = ['firstName', 'lastName'] as const;
const LABELS = { firstName: 'First name', lastName: 'Last name' };

/** The name of the account; the one below emails is that of the business profile. */
export function NameCard(props: { user: UserView }) {
  const { user } = props;
  const [typed, setTyped] = useState<Partial<OwnName>>({});
  const value: OwnName = { firstName: user.firstName ?? '', lastName: user.lastName ?? '', ...typed };
  const { form, problems, show, refused, clear } = useProblems(FIELDS);
  const change = useChangeName();
  const saving = useSingleFlight(async () => {
    const { ownName } = await rules();
    const { error } = ownName.safeParse(value);
    const wrong = (name: keyof OwnName) => error?.issues.find(({ path }) => path[0] === name)?.message;
    const found = FIELDS.flatMap((name) => (wrong(name) ? [[name, wrong(name)]] : []));
    if (show(Object.fromEntries(found))) return;
    await change.mutateAsync(value).then(() => setTyped((now) => (now === typed ? {} : now)), refused);
  });
  return (
    <Card
      title="Name"
      note="Shown in the menu and to your admins. Emails are signed with the name of your business profile."
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          saving.run();
        }}
        className="flex flex-col gap-4 p-4"
      >
        {problems.form && <Notice tone="bad">{problems.form}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map((name) => (
            <Field key={name} label={LABELS[name]} optional error={problems[name]}>
              {(control) => (
                <Input
                  {...control}
                  name={name}
                  dir="auto"
                  autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
                  value={value[name]}
                  onChange={({ target }) => {
                    setTyped((now) => ({ ...now, [name]: target.value }));
                    clear(name);
                  }}
                />
              )}
            </Field>
          ))}
        </div>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={saving.pending}>
            Save name
          </Button>
        </div>
      </form>
    </Card>
  );
}
