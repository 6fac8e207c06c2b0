import { type ComponentProps, type FormEvent, useState } from 'react';
import type { AdminSettingKey } from '../../../events/accounts/settingNames.ts';
import { SETTING_NAMES } from '../../../events/accounts/settingNames.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { lazyRules } from '../../lib/lazyRules.ts';
import { useSingleFlight } from '../../lib/singleFlight.ts';
import { useAdminSetting } from '../session/api.ts';
import { useSaveSetting } from './api.ts';

const rules = lazyRules(() => import('../../../events/accounts/accountInput.ts'));

/** One setting of the installation, with a button of its own. Typed text stays when it could not be saved. */
export function SettingForm(props: {
  name: AdminSettingKey;
  hint: string;
  input: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder'>;
}) {
  const label = SETTING_NAMES[props.name];
  const setting = useAdminSetting(props.name);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const save = useSaveSetting(props.name);
  const check = useSingleFlight(async (form: HTMLFormElement, given: string) => {
    const { ADMIN_SETTING_VALUES } = await rules();
    const checked = ADMIN_SETTING_VALUES[props.name].safeParse(given);
    setProblem(checked.error?.issues[0]?.message);
    if (!checked.success) return form.querySelector('input')?.focus();
    // what was typed since stays
    const onSuccess = () => setTyped((now) => (now === given ? null : now));
    // the query client says it when it fails
    await save.mutateAsync(checked.data, { onSuccess }).catch(() => undefined);
  });
  if (setting.isPending) return <Skeleton className="m-4 h-16" />;
  if (setting.isError) return <LoadFailed again={setting} className="m-4">{`Error loading the ${label}.`}</LoadFailed>;

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    check.run(event.currentTarget, typed ?? setting.data);
  };
  return (
    <form noValidate className="p-4" onSubmit={submit}>
      <Field label={label} hint={props.hint} error={problem}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              {...props.input}
              className="min-w-0 flex-1"
              autoComplete="off"
              value={typed ?? setting.data}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" className="h-9 max-md:h-10" pending={check.pending}>
              Save<span className="sr-only"> {label}</span>
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
