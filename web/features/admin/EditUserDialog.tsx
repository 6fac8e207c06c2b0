import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { AdminUserView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { hasStatus } from '../../lib/apiError.ts';
import { refusedFields } from '../../lib/formProblems.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { type EditUserForm, editUserForm } from './editUserForm.ts';
import { useUpdateUser } from './updateUser.ts';
import { usersQuery } from './users.ts';

/** Changes a user. `user` follows the list; `own`: the account that is looking, which it cannot lock out. */
export function EditUserDialog(props: { user: AdminUserView; own: boolean; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title="Edit User"
      description={props.user.email}
    >
      <EditUser {...props} />
    </Dialog>
  );
}

const FIELDS = ['firstName', 'lastName', 'username', 'monthlyCredits', 'isAdmin', 'isPaused', 'secondFactor'] as const;

const LABELS: Record<keyof EditUserForm, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  monthlyCredits: 'Monthly credits',
  isAdmin: 'Admin',
  isPaused: 'Paused',
  secondFactor: 'Two-factor authentication',
};

const formOf = (user: AdminUserView): EditUserForm => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  username: user.username ?? '',
  monthlyCredits: user.monthlyCredits,
  isAdmin: user.isAdmin,
  isPaused: user.isPaused,
  secondFactor: user.secondFactor,
});

function shown(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? wholeNumber(value) : value || 'blank';
}

/** A field that another admin changed; `typed`: this one changed it, too. */
type News = { name: keyof EditUserForm; now: string; typed: boolean };

function EditUser(props: { user: AdminUserView; own: boolean; onClose: () => void }) {
  const { user, own } = props;
  const queries = useQueryClient();
  /** The user as the form shows it beside what was typed; a change is sent with its version. */
  const [base, setBase] = useState(user);
  const [news, setNews] = useState<News[] | null>(null);
  const form = useForm<EditUserForm>({ resolver: zodResolver(editUserForm), defaultValues: formOf(base) });
  const { register, control, handleSubmit, formState, setError } = form;
  const { errors } = formState;
  const update = useUpdateUser(user, true);

  /** What was typed stays; every other field shows what the other admin made of it. */
  const showNewer = (newer: AdminUserView): void => {
    const [was, now, typed] = [formOf(base), formOf(newer), form.getValues()];
    const changed = FIELDS.filter((name) => was[name] !== now[name]);
    setNews(changed.map((name) => ({ name, now: shown(now[name]), typed: typed[name] !== was[name] })));
    const kept = FIELDS.filter((name) => typed[name] !== was[name]).map((name) => [name, typed[name]]);
    form.reset({ ...now, ...Object.fromEntries(kept) });
    setBase(newer);
  };

  const save = handleSubmit(async (typed) => {
    const stands = formOf(base);
    const changed = FIELDS.filter((name) => typed[name] !== stands[name]);
    if (changed.length === 0) return props.onClose();
    const change = Object.fromEntries(changed.map((name) => [name, typed[name] === '' ? null : typed[name]]));
    await update.mutateAsync({ ...change, version: base.version }).then(props.onClose, (error) => {
      // the list was fetched anew before this
      const newer = queries.getQueryData(usersQuery().queryKey)?.find(({ id }) => id === user.id);
      if (hasStatus(error, 409) && newer) showNewer(newer);
      const problems = refusedFields(error);
      const wrong = FIELDS.filter((name) => problems[name]);
      for (const name of wrong) {
        setError(name, { message: problems[name] ?? '' }, { shouldFocus: name === wrong[0] });
      }
    });
  });

  return (
    <form onSubmit={save} noValidate className="flex min-h-0 flex-col">
      <DialogBody className="grid gap-4 sm:grid-cols-2">
        {news && (
          <Notice tone="warn" className="sm:col-span-2">
            <strong className="font-semibold">Somebody else changed this user meanwhile.</strong> Nothing of yours was
            saved.
            <ul className="my-1 list-disc pl-4 empty:hidden">
              {news.map(({ name, now, typed }) => (
                <li key={name}>
                  {LABELS[name]} is now {now}
                  {typed && '; what you typed still stands below'}.
                </li>
              ))}
            </ul>
            Look at it again, then save.
          </Notice>
        )}
        <Field label="First name" optional error={errors.firstName?.message}>
          {(attributes) => <Input {...attributes} autoComplete="off" {...register('firstName')} />}
        </Field>
        <Field label="Last name" optional error={errors.lastName?.message}>
          {(attributes) => <Input {...attributes} autoComplete="off" {...register('lastName')} />}
        </Field>
        <Field label="Username" optional error={errors.username?.message}>
          {(attributes) => <Input {...attributes} autoComplete="off" {...register('username')} />}
        </Field>
        <Field label="Monthly credits" error={errors.monthlyCredits?.message} hint="Searches for contacts, each month.">
          {(attributes) => (
            <Input
              {...attributes}
              type="number"
              inputMode="numeric"
              min={0}
              max={100_000}
              step={1}
              className="tabular-nums"
              {...register('monthlyCredits', { valueAsNumber: true })}
            />
          )}
        </Field>
        <Controller
          control={control}
          name="isAdmin"
          render={({ field }) => (
            <Switch
              label="Admin"
              note={own ? 'Not of yourself: ask another admin.' : 'May do everything on this page.'}
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
              note={own ? 'Not yourself: ask another admin.' : 'Signed out, and nothing of theirs is sent.'}
              checked={field.value}
              disabled={own}
              onChange={field.onChange}
            />
          )}
        />
        {base.secondFactor && !own && (
          <Controller
            control={control}
            name="secondFactor"
            render={({ field }) => (
              <Switch
                label="Two-factor authentication"
                note="Turn it off for somebody who lost their phone and their recovery codes."
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={update.isPending}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  );
}
