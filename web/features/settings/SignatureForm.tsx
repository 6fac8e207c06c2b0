import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { BusinessProfileView } from '../../../api/views.ts';
import { renderSignature } from '../../../events/messages/signature.ts';
import { LONGEST } from '../../../events/shared/longest.ts';
import { Card } from '../../components/ui/Card.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { HtmlFrame } from '../../components/ui/HtmlFrame.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { SaveRow } from '../../components/ui/SaveRow.tsx';
import { browserZone } from '../../lib/dates.ts';
import { lazyZodResolver } from '../../lib/lazyRules.ts';
import { mergeUnsaved } from '../../lib/mergeUnsaved.ts';
import { showToast } from '../../lib/toasts.ts';
import { useHtmlSignature, useSaveProfile } from '../profile/api.ts';
import { useCurrentUser } from '../session/api.ts';
import { useKeptForm } from '../session/keptForm.ts';
import type { SettingsForm } from './settingsForm.ts';

const checked = lazyZodResolver(() => import('./settingsForm.ts').then((rules) => rules.settingsForm));

const ZONES = Intl.supportedValuesOf('timeZone');

/** Sign-up data for the fields that the profile lacks. */
type FromAccount = Pick<Partial<SettingsForm>, 'userFullName' | 'contactEmail'>;

function useFromAccount(profile: BusinessProfileView | null): FromAccount {
  const user = useCurrentUser().data;
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  const [fullName, email] = [profile?.userFullName ? '' : name, profile?.contactEmail ? '' : user?.email];
  return useMemo(
    () => ({ ...(fullName && { userFullName: fullName }), ...(email && { contactEmail: email }) }),
    [fullName, email],
  );
}

function formOf(profile: BusinessProfileView | null, account: FromAccount): SettingsForm {
  return {
    businessName: profile?.businessName ?? '',
    userFullName: profile?.userFullName || (account.userFullName ?? ''),
    contactEmail: profile?.contactEmail || (account.contactEmail ?? ''),
    contactPhone: profile?.contactPhone ?? '',
    jobTitle: profile?.jobTitle ?? '',
    postalAddress: profile?.postalAddress ?? '',
    bookingLink: profile?.bookingLink ?? '',
    signatureHtml: profile?.htmlSignature?.html ?? '',
    timezone: profile?.timezone ?? browserZone(),
  };
}

/**
 * Changes of the profile elsewhere show in the form, except in edited fields. It answers the stored values of those. While it is being saved, the
 * typed text is not known yet.
 */
function useChangedElsewhere(
  form: UseFormReturn<SettingsForm>,
  profile: BusinessProfileView | null,
  account: FromAccount,
  saving: boolean,
): Partial<SettingsForm> {
  const { resetField, formState } = form;
  const { dirtyFields, defaultValues } = formState;
  const known = useRef({ dirtyFields, defaultValues });
  known.current = { dirtyFields, defaultValues };
  const [elsewhere, setElsewhere] = useState<Partial<SettingsForm>>({});
  useEffect(() => {
    if (saving) return;
    const { dirtyFields: typed, defaultValues: before } = known.current;
    const stored = Object.entries(formOf(profile, account)) as [keyof SettingsForm, string][];
    for (const [name, defaultValue] of stored) if (!typed[name]) resetField(name, { defaultValue });
    setElsewhere(Object.fromEntries(stored.filter(([name, value]) => typed[name] && value !== before?.[name])));
  }, [profile, account, resetField, saving]);
  return elsewhere;
}

/** The typed values that differ from the stored ones: another window may have changed the others. */
function changedIn(form: UseFormReturn<SettingsForm>, typed: SettingsForm): Partial<SettingsForm> {
  const { dirtyFields } = form.formState;
  const changed = Object.entries(typed).filter(([name]) => dirtyFields[name as keyof SettingsForm]);
  return changed.length > 0 ? Object.fromEntries(changed) : typed;
}

/** Business profile and email signature, with the signature as it will look. */
export function SignatureForm(props: { profile: BusinessProfileView | null }) {
  const { profile } = props;
  const account = useFromAccount(profile);
  const form = useForm<SettingsForm>({ resolver: checked, defaultValues: formOf(profile, account) });
  const save = useSaveProfile();
  const elsewhere = useChangedElsewhere(form, profile, account, save.isPending);
  useKeptForm(form, 'profile');
  const submit = form.handleSubmit((typed) => {
    const sent = form.getValues();
    const change = profile ? changedIn(form, typed) : typed;
    // the visible values are saved, also the browser's zone or the account's data
    const shown = [...(profile?.timezone ? [] : ['timezone' as const]), ...keysOf(account)];
    save.mutate(
      { ...change, ...Object.fromEntries(shown.map((name) => [name, typed[name]])) },
      {
        onSuccess: () => {
          // the saved values, without the spaces around them
          mergeUnsaved(form, sent, typed);
          showToast({ title: 'Profile Updated', text: 'Your signature is up to date.' });
        },
      },
    );
  });
  return (
    <>
      <Card title="Business Profile & Email Signature" note="Added to the end of every email.">
        <form onSubmit={submit} noValidate className="p-4">
          <Fields form={form} account={account} elsewhere={elsewhere} />
          <p aria-live="polite" className="sr-only">
            {Object.keys(elsewhere).length > 0 &&
              'A field that you changed was changed elsewhere, too. Its note says how.'}
          </p>
          <div className="mt-4">
            <SaveRow form={form} saving={save.isPending}>
              Save Profile
            </SaveRow>
          </div>
        </form>
      </Card>
      <SignaturePreview typed={form.watch()} />
    </>
  );
}

/** The text of a field after a paste with formatting. null: plain text was copied, which the browser pastes. */
function withPastedHtml({ clipboardData, currentTarget }: ClipboardEvent<HTMLTextAreaElement>): string | null {
  const copied = clipboardData.getData('text/html');
  if (!copied) return null;
  const [, fragment = copied] = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->/.exec(copied) ?? [];
  const { value, selectionStart, selectionEnd } = currentTarget;
  return value.slice(0, selectionStart) + fragment.trim() + value.slice(selectionEnd);
}

const keysOf = (account: FromAccount) => Object.keys(account) as (keyof FromAccount)[];

function Fields(props: { form: UseFormReturn<SettingsForm>; account: FromAccount; elsewhere: Partial<SettingsForm> }) {
  const { register, formState, setValue, watch } = props.form;
  const { account, elsewhere } = props;
  const hintAt = (name: keyof SettingsForm): string | undefined => {
    const other = elsewhere[name];
    if (other !== undefined && other !== watch(name))
      return other === ''
        ? 'Emptied elsewhere. Saving replaces that.'
        : `Changed to “${other}” elsewhere. Saving replaces it.`;
    const own = name in account && account[name as keyof FromAccount];
    return own && watch(name) === own ? 'From your account. Not saved yet.' : undefined;
  };
  const { errors } = formState;
  const pasted = useHtmlSignature(watch('signatureHtml'));
  const chosen = watch('timezone');
  const zones = ZONES.includes(chosen) ? ZONES : [chosen, ...ZONES];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Business name" error={errors.businessName?.message} hint={hintAt('businessName')}>
        {(control) => <Input {...control} autoComplete="organization" {...register('businessName')} />}
      </Field>
      <Field label="Full name" error={errors.userFullName?.message} hint={hintAt('userFullName')}>
        {(control) => <Input {...control} autoComplete="name" {...register('userFullName')} />}
      </Field>
      <Field label="Contact email" error={errors.contactEmail?.message} hint={hintAt('contactEmail')}>
        {(control) => <Input {...control} type="email" autoComplete="email" {...register('contactEmail')} />}
      </Field>
      <Field label="Phone" optional error={errors.contactPhone?.message} hint={hintAt('contactPhone')}>
        {(control) => <Input {...control} type="tel" autoComplete="tel" {...register('contactPhone')} />}
      </Field>
      <Field label="Job title" optional error={errors.jobTitle?.message} hint={hintAt('jobTitle')}>
        {(control) => <Input {...control} autoComplete="organization-title" {...register('jobTitle')} />}
      </Field>
      <Field
        label="Time zone"
        error={errors.timezone?.message}
        hint={hintAt('timezone') ?? 'Sending hours use this time zone.'}
      >
        {(control) => (
          <select
            {...control}
            {...register('timezone')}
            className="picker h-9 w-full rounded-control border border-transparent bg-fill px-2.5 text-ink max-md:h-10"
          >
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Postal address"
        error={errors.postalAddress?.message}
        limit={LONGEST.postalAddress}
        hint={hintAt('postalAddress') ?? 'Required by law in commercial emails. Nothing is sent without it.'}
        className="sm:col-span-2"
      >
        {(control) => <Textarea {...control} rows={4} autoComplete="street-address" {...register('postalAddress')} />}
      </Field>
      <Field
        label="Booking link"
        optional
        error={errors.bookingLink?.message}
        hint={
          hintAt('bookingLink') ?? 'Where partners pick a time for a call. Type {{bookingLink}} in a text to add it.'
        }
        className="sm:col-span-2"
      >
        {(control) => <Input {...control} type="url" placeholder="https://" {...register('bookingLink')} />}
      </Field>
      <Field
        label="HTML signature"
        optional
        error={errors.signatureHtml?.message ?? pasted.problem ?? undefined}
        limit={LONGEST.signatureHtml}
        hint={hintAt('signatureHtml') ?? 'Paste it from your mail program. It replaces your name and contact lines.'}
        className="sm:col-span-2"
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            spellCheck={false}
            className="font-mono text-small"
            {...register('signatureHtml')}
            onPaste={(event) => {
              const pastedHtml = withPastedHtml(event);
              if (pastedHtml === null) return;
              event.preventDefault();
              setValue('signatureHtml', pastedHtml, { shouldDirty: true, shouldValidate: formState.isSubmitted });
            }}
          />
        )}
      </Field>
    </div>
  );
}

type Typed = {
  userFullName: string;
  contactEmail: string;
  businessName: string;
  jobTitle?: string | undefined;
  contactPhone?: string | undefined;
  postalAddress?: string | undefined;
  signatureHtml?: string | undefined;
};

/** The signature as typed, as it appears under emails. It shows once there is a name or an address. */
function SignaturePreview(props: { typed: Typed }) {
  const { typed } = props;
  const { signature: htmlSignature } = useHtmlSignature(typed.signatureHtml);
  if (!typed.userFullName.trim() && !typed.contactEmail.trim()) return null;
  return (
    <Card title="Signature Preview">
      {htmlSignature && (
        <div className="px-4 pt-4">
          <HtmlFrame title="Your signature with formatting" html={htmlSignature.html} className="h-40" />
          <p className="mt-2 text-ink-3 text-note">The same in plain text:</p>
        </div>
      )}
      <p className="whitespace-pre-line wrap-anywhere p-4 text-ink-2">
        {renderSignature(
          {
            userFullName: typed.userFullName.trim(),
            contactEmail: typed.contactEmail.trim(),
            businessName: typed.businessName.trim(),
            jobTitle: typed.jobTitle?.trim() || null,
            contactPhone: typed.contactPhone?.trim() || null,
            postalAddress: typed.postalAddress?.trim() || null,
            htmlSignature,
          },
          'Your Name',
        )}
      </p>
    </Card>
  );
}
