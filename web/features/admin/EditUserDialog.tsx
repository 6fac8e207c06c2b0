import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import type { AdminUserView } from '../../../api/views.ts';
import { LIMIT_NAMES, LIMITS, ofLimits } from '../../../events/accounts/limits.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { hasStatus } from '../../lib/apiError.ts';
import { refusedFields } from '../../lib/formProblems.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { type UserChange, usersQuery, useUpdateUser } from './api.ts';
import { type EditUserForm, editUserForm } from './editUserForm.ts';
import { UserFields } from './UserFields.tsx';
import { UserTokens } from './UserTokens.tsx';

/** Changes a user. `user` follows the list; `own`: the account that is looking, which it cannot lock out. */
export function EditUserDialog(props: { user: AdminUserView; own: boolean; onClose: () => void }) {
  return (
    <Dialog onClose={props.onClose} title="Edit User" description={props.user.email}>
      <EditUser {...props} />
    </Dialog>
  );
}

const FIELDS = [
  'firstName',
  'lastName',
  'username',
  'monthlyCredits',
  'aiBudgetUsd',
  ...LIMIT_NAMES,
  'isAdmin',
  'isAuditor',
  'isPaused',
  'secondFactor',
] as const;

const LABELS: Record<keyof EditUserForm, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  monthlyCredits: 'Monthly credits',
  aiBudgetUsd: 'Monthly AI budget',
  ...ofLimits((name) => LIMITS[name].label),
  isAdmin: 'Admin',
  isAuditor: 'Auditor',
  isPaused: 'Paused',
  secondFactor: 'Two-factor authentication',
};

const numberOrNull = (value: string | number | null): number | null =>
  String(value ?? '').trim() === '' ? null : Number(value);

const formOf = (user: AdminUserView): EditUserForm => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  username: user.username ?? '',
  monthlyCredits: user.monthlyCredits,
  aiBudgetUsd: user.aiBudgetUsd,
  ...user.limits,
  isAdmin: user.isAdmin,
  isAuditor: user.isAuditor,
  isPaused: user.isPaused,
  secondFactor: user.secondFactor,
});

function shown(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? wholeNumber(value) : value || 'blank';
}

/** The typed values that differ from the saved user. A blank name is none. */
function changesOf(saved: EditUserForm, typed: EditUserForm): UserChange {
  const differs = (name: keyof EditUserForm): boolean => typed[name] !== saved[name];
  const limits = LIMIT_NAMES.filter(differs).map((name) => [name, typed[name]] as const);
  return {
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
    ...(differs('firstName') && { firstName: typed.firstName || null }),
    ...(differs('lastName') && { lastName: typed.lastName || null }),
    ...(differs('username') && { username: typed.username || null }),
    ...(differs('monthlyCredits') && { monthlyCredits: typed.monthlyCredits }),
    ...(differs('aiBudgetUsd') && { aiBudgetUsd: typed.aiBudgetUsd }),
    ...(differs('isAdmin') && { isAdmin: typed.isAdmin }),
    ...(differs('isAuditor') && { isAuditor: typed.isAuditor }),
    ...(differs('isPaused') && { isPaused: typed.isPaused }),
    // nobody turns it on for somebody else
    ...(differs('secondFactor') && { secondFactor: false }),
  };
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
  const update = useUpdateUser(user, true);

  /** Typed text stays. Every other field shows the other admin's value. */
  const showNewer = (newer: AdminUserView): void => {
    const [was, now, typed] = [formOf(base), formOf(newer), form.getValues()];
    const changed = FIELDS.filter((name) => was[name] !== now[name]);
    setNews(changed.map((name) => ({ name, now: shown(now[name]), typed: typed[name] !== was[name] })));
    const merged = { ...now };
    const keep = <Name extends keyof EditUserForm>(name: Name): void => {
      if (typed[name] !== was[name]) merged[name] = typed[name];
    };
    FIELDS.forEach(keep);
    form.reset(merged);
    setBase(newer);
  };

  const save = handleSubmit(async (typed) => {
    const change = changesOf(formOf(base), typed);
    if (Object.keys(change).length === 0) return props.onClose();
    await update.mutateAsync({ ...change, version: base.version }).then(props.onClose, (error) => {
      // the list was fetched again before this
      const newer = queries.getQueryData(usersQuery().queryKey)?.find(({ id }) => id === user.id);
      const problems = refusedFields(error);
      const wrong = FIELDS.filter((name) => problems[name]);
      if (hasStatus(error, 409) && wrong.length === 0 && newer) showNewer(newer);
      for (const name of wrong) {
        setError(name, { message: problems[name] ?? '' }, { shouldFocus: name === wrong[0] });
      }
    });
  });

  return (
    <form onSubmit={save} noValidate className="flex min-h-0 flex-col">
      <FormProvider {...form}>
        <DialogBody className="grid gap-4 sm:grid-cols-2">
          {news && (
            <Notice tone="warn" className="sm:col-span-2">
              <strong className="font-semibold">Someone else changed this user.</strong> Your changes were not saved.
              <ul className="my-1 list-disc pl-4 empty:hidden">
                {news.map(({ name, now, typed }) => (
                  <li key={name}>
                    {LABELS[name]} is now {now}
                    {typed && '; what you typed is kept below'}.
                  </li>
                ))}
              </ul>
              Review it, then save.
            </Notice>
          )}
          <UserFields own={own} pausedNote="Signed out, and their emails are not sent.">
            <Field
              label="Monthly credits"
              error={formState.errors.monthlyCredits?.message}
              hint="Contact searches per month."
            >
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
            <Field
              className="sm:col-span-2"
              label="Monthly AI budget (USD)"
              optional
              error={formState.errors.aiBudgetUsd?.message}
              hint="Leave it blank for the budget of every user."
            >
              {(attributes) => (
                <Input
                  {...attributes}
                  // a number input hands over a blank for what is no number yet
                  inputMode="decimal"
                  className="tabular-nums"
                  {...register('aiBudgetUsd', { setValueAs: numberOrNull })}
                />
              )}
            </Field>
            <p className="sm:col-span-2">
              <span className="block font-medium">Limits</span>
              <span className="text-ink-3 text-note">Leave a field blank for the limit of everyone.</span>
            </p>
            {LIMIT_NAMES.map((name) => (
              <Field key={name} label={LABELS[name]} error={formState.errors[name]?.message}>
                {(attributes) => (
                  <Input
                    {...attributes}
                    inputMode="numeric"
                    className="tabular-nums"
                    {...register(name, { setValueAs: numberOrNull })}
                  />
                )}
              </Field>
            ))}
          </UserFields>
          <Controller
            control={control}
            name="isAuditor"
            render={({ field }) => (
              <Switch
                label="Auditor"
                note={own ? 'You are an admin.' : 'Reads the audit of all users, and nothing else.'}
                checked={field.value}
                disabled={own}
                onChange={(isAuditor) => {
                  field.onChange(isAuditor);
                  if (isAuditor) form.setValue('isAdmin', false);
                }}
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
                  note="Turn it off if they lost their phone and recovery codes."
                  checked={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          )}
          <UserTokens userId={user.id} />
        </DialogBody>
      </FormProvider>
      <DialogFooter onCancel={props.onClose}>
        <Button type="submit" variant="primary" pending={update.isPending}>
          Save Changes
        </Button>
      </DialogFooter>
    </form>
  );
}
