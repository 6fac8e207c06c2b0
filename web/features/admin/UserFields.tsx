import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Switch } from '../../components/ui/Switch.tsx';

type SharedFields = { firstName: string; lastName: string; username: string; isAdmin: boolean; isPaused: boolean };

/** The names and switches of a user, in a form of theirs. `children` goes beside the username; `own`: no one locks themselves out. */
export function UserFields(props: { pausedNote: string; own?: boolean; children?: ReactNode }) {
  const { own = false, children } = props;
  const { register, control, formState } = useFormContext<SharedFields>();
  const { errors } = formState;
  return (
    <>
      <Field label="First name" optional error={errors.firstName?.message}>
        {(attributes) => <Input {...attributes} autoComplete="off" {...register('firstName')} />}
      </Field>
      <Field label="Last name" optional error={errors.lastName?.message}>
        {(attributes) => <Input {...attributes} autoComplete="off" {...register('lastName')} />}
      </Field>
      <Field
        label="Username"
        optional
        error={errors.username?.message}
        className={children === undefined ? 'sm:col-span-2' : ''}
      >
        {(attributes) => <Input {...attributes} autoComplete="off" {...register('username')} />}
      </Field>
      {children}
      <Controller
        control={control}
        name="isAdmin"
        render={({ field }) => (
          <Switch
            label="Admin"
            note={own ? 'You cannot remove your own rights. Ask another admin.' : 'Can do everything on this page.'}
            checked={field.value}
            disabled={own}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="isPaused"
        render={({ field }) => (
          <Switch
            label="Paused"
            note={own ? 'You cannot pause yourself. Ask another admin.' : props.pausedNote}
            checked={field.value}
            disabled={own}
            onChange={field.onChange}
          />
        )}
      />
    </>
  );
}
