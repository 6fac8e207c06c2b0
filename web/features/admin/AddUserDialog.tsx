import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { type NewUserForm, newUserForm } from '../../../events/inputs/account.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { hasStatus, serverWords } from '../../lib/apiError.ts';
import { keepTypedSince } from '../../lib/keepTypedSince.ts';
import { useCreateUser } from './createUser.ts';

export function AddUserDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog {...props} title="Add User" description="They get a link by mail, and choose their password.">
      <NewUser onDone={() => props.onOpenChange(false)} />
    </Dialog>
  );
}

const BLANK: NewUserForm = {
  email: '',
  username: undefined,
  firstName: undefined,
  lastName: undefined,
  isAdmin: false,
  isPaused: false,
};

const blankIsNone = (value: string): string | undefined => value.trim() || undefined;

function NewUser(props: { onDone: () => void }) {
  const form = useForm<NewUserForm>({ resolver: zodResolver(newUserForm), defaultValues: BLANK });
  const { register, control, handleSubmit, formState, setError } = form;
  const { errors } = formState;
  const create = useCreateUser();
  const submit = handleSubmit((typed) => {
    const sent = form.getValues();
    create.mutate(typed, {
      onSuccess: () => {
        if (!keepTypedSince(form, sent, BLANK)) props.onDone();
      },
      onError: (error) => {
        if (hasStatus(error, 409))
          setError('email', { message: serverWords(error, 'There is a user with this email.') }, { shouldFocus: true });
      },
    });
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogBody className="grid gap-4 sm:grid-cols-2">
        <Field label="Email" error={errors.email?.message} className="sm:col-span-2">
          {(attributes) => <Input {...attributes} type="email" required autoComplete="off" {...register('email')} />}
        </Field>
        <Field label="Username" optional error={errors.username?.message} className="sm:col-span-2">
          {(attributes) => (
            <Input {...attributes} autoComplete="off" {...register('username', { setValueAs: blankIsNone })} />
          )}
        </Field>
        <Field label="First name" optional error={errors.firstName?.message}>
          {(attributes) => (
            <Input {...attributes} autoComplete="off" {...register('firstName', { setValueAs: blankIsNone })} />
          )}
        </Field>
        <Field label="Last name" optional error={errors.lastName?.message}>
          {(attributes) => (
            <Input {...attributes} autoComplete="off" {...register('lastName', { setValueAs: blankIsNone })} />
          )}
        </Field>
        <Controller
          control={control}
          name="isAdmin"
          render={({ field }) => (
            <Switch
              label="Admin"
              note="May do everything on this page."
              checked={field.value}
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
              note="May not sign in yet, and gets no mail."
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={props.onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={create.isPending}>
          {create.isPending ? 'Adding...' : 'Add User'}
        </Button>
      </DialogFooter>
    </form>
  );
}
