import { Controller, type FieldPath, useForm } from 'react-hook-form';
import type { MailboxStatusView } from '../../../../api/views.ts';
import type { MailboxForm } from '../../../../events/sending/mailboxInput.ts';
import { MAIL_HOST_IDS, MAIL_HOSTS, type MailHostId } from '../../../../events/sending/mailHosts.ts';
import type { MailSecurity } from '../../../../events/shared/options.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { Input } from '../../../components/ui/Input.tsx';
import { Notice } from '../../../components/ui/Notice.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { serverWords } from '../../../lib/apiError.ts';
import { lazyZodResolver } from '../../../lib/lazyRules.ts';
import { useCurrentUser } from '../../session/api.ts';
import { useConnectMailbox } from '../api.ts';
import { MicrosoftAccount } from './microsoft.tsx';

const checked = lazyZodResolver(() =>
  import('../../../../events/sending/mailboxInput.ts').then((rules) => rules.mailboxForm),
);

const SECURITY: readonly { value: MailSecurity; label: string }[] = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None (this machine only)' },
];
const HOST_OPTIONS = MAIL_HOST_IDS.map((id) => ({ value: id, label: MAIL_HOSTS[id].name }));

/** The form begins with the stored servers. The password never comes to the browser. */
function valuesOf({ email, user, host, smtp, imap }: MailboxStatusView): MailboxForm {
  return {
    ...{ host: host ?? 'other', email: email ?? '', user: user === email ? '' : (user ?? ''), password: '' },
    ...{ smtpHost: smtp?.host ?? '', smtpPort: smtp?.port ?? 465, smtpSecurity: smtp?.security ?? 'tls' },
    ...{ imapHost: imap?.host ?? '', imapPort: imap?.port ?? 993, imapSecurity: imap?.security ?? 'tls' },
  };
}

/** A chosen host fills in its servers. */
export function MailboxFields(props: {
  status: MailboxStatusView;
  onConnected: () => void;
  /** null: there is nothing to go back to. */
  onCancel: (() => void) | null;
}) {
  const { status, onConnected } = props;
  const form = useForm<MailboxForm>({ resolver: checked, defaultValues: valuesOf(status) });
  const connect = useConnectMailbox('smtp');
  const sandbox = useCurrentUser().data?.sandbox;
  const host = MAIL_HOSTS[form.watch('host')];
  const { errors } = form.formState;
  const submit = form.handleSubmit((typed) => connect.mutate(typed, { onSuccess: onConnected }));

  const choose = (id: MailHostId): void => {
    form.setValue('host', id);
    const { smtp, imap } = MAIL_HOSTS[id];
    if (!smtp || !imap) return;
    form.setValue('smtpHost', smtp.host);
    form.setValue('smtpPort', smtp.port);
    form.setValue('smtpSecurity', smtp.security);
    form.setValue('imapHost', imap.host);
    form.setValue('imapPort', imap.port);
    form.setValue('imapSecurity', imap.security);
    form.clearErrors();
  };
  const text = (name: FieldPath<MailboxForm>, label: string, more: Parameters<typeof Input>[0] = {}, hint?: string) => (
    <Field label={label} error={errors[name]?.message} hint={hint}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name, { valueAsNumber: more.type === 'number' })}
          spellCheck={false}
          {...more}
        />
      )}
    </Field>
  );
  const server = (kind: 'smtp' | 'imap', label: string) => (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[1fr_6rem_9rem]">
      <legend className="sr-only">{label} server</legend>
      {text(`${kind}Host`, `${label} host`, { autoComplete: 'off', placeholder: `${kind}.your-company.com` })}
      {text(`${kind}Port`, `${label} port`, { type: 'number', inputMode: 'numeric', min: 1, max: 65_535 })}
      <Controller
        control={form.control}
        name={`${kind}Security`}
        render={({ field }) => (
          <Field label={`${label} security`} error={errors[`${kind}Security`]?.message}>
            {(control) => (
              <Select {...control} ref={field.ref} value={field.value} onChange={field.onChange} options={SECURITY} />
            )}
          </Field>
        )}
      />
    </fieldset>
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Mailbox" className="flex flex-col gap-4">
      <Controller
        control={form.control}
        name="host"
        render={({ field }) => (
          <Field label="Mail host">
            {(control) => (
              <Select
                {...control}
                ref={field.ref}
                value={field.value}
                onChange={(id) => choose(MAIL_HOST_IDS.find((known) => known === id) ?? 'other')}
                options={HOST_OPTIONS}
              />
            )}
          </Field>
        )}
      />
      {host.hint && !host.signInAt && <Notice tone="info">{host.hint}</Notice>}
      {host.signInAt ? (
        <MicrosoftAccount status={{ ...status, connected: false, error: null }} />
      ) : (
        <>
          {sandbox && <Notice tone="info">Sandbox: the mail servers are samples and take almost any password.</Notice>}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {text('email', 'Email address', {
              type: 'email',
              autoComplete: 'email',
              placeholder: 'you@yourbusiness.com',
            })}
            {text(
              'password',
              'Password',
              { type: 'password', autoComplete: 'off' },
              'Stored encrypted, never shown again.',
            )}
          </div>
          {text('user', 'User name', { autoComplete: 'off' }, 'Leave it empty if it is the email address.')}
          {server('smtp', 'SMTP')}
          {server('imap', 'IMAP')}
          {connect.error && <Notice tone="bad">{serverWords(connect.error, 'Failed to connect the mailbox')}</Notice>}
          <div className="flex justify-end gap-2">
            {props.onCancel && (
              <Button disabled={form.formState.isSubmitting || connect.isPending} onClick={props.onCancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" variant="primary" pending={form.formState.isSubmitting || connect.isPending}>
              {connect.isPending ? 'Testing…' : 'Connect mailbox'}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
