import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { type NewUserForm, newUserForm } from '../../../events/accounts/accountInput.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { hasStatus, serverWords } from '../../lib/apiError.ts';
import { refusedFields } from '../../lib/formProblems.ts';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { useCreateUser } from './api.ts';
import { UserFields } from './UserFields.tsx';

export function AddUserDialog(props: { onClose: () => void }) {
  return (
    <Dialog {...props} title="Add User" description="They get a link by email to choose a password.">
      <NewUser onDone={props.onClose} />
    </Dialog>
  );
}

const BLANK: NewUserForm = { email: '', username: '', firstName: '', lastName: '', isAdmin: false, isPaused: false };

function NewUser(props: { onDone: () => void }) {
  const form = useForm<NewUserForm>({ resolver: zodResolver(newUserForm), defaultValues: BLANK });
  const { register, handleSubmit, formState, setError } = form;
  const create = useCreateUser();
  const submit = handleSubmit((typed) => {
    const sent = form.getValues();
    create.mutate(typed, {
      onSuccess: () => {
        if (!mergeUnsaved(form, sent, BLANK)) props.onDone();
      },
      onError: (error) => {
        if (!hasStatus(error, 409)) return;
        const name = refusedFields(error).username ? 'username' : 'email';
        setError(name, { message: serverWords(error, 'There is a user with this email.') }, { shouldFocus: true });
      },
    });
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <FormProvider {...form}>
        <DialogBody className="grid gap-4 sm:grid-cols-2">
          <Field label="Email" error={formState.errors.email?.message} className="sm:col-span-2">
            {(attributes) => <Input {...attributes} type="email" required autoComplete="off" {...register('email')} />}
          </Field>
          <UserFields pausedNote="Cannot sign in yet, and gets no email." />
        </DialogBody>
      </FormProvider>
      <DialogFooter onCancel={props.onDone}>
        <Button type="submit" variant="primary" pending={create.isPending}>
          {create.isPending ? 'Adding...' : 'Add User'}
        </Button>
      </DialogFooter>
    </form>
  );
}
