import { Controller, useForm } from 'react-hook-form';
import type { MailboxStatusView } from '../../../../api/views.ts';
import type { SesForm } from '../../../../events/sending/mailboxInput.ts';
import { SES_REGIONS } from '../../../../events/sending/mailProviders/ses.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { Input } from '../../../components/ui/Input.tsx';
import { Notice } from '../../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../../components/ui/QueryState.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { serverWords } from '../../../lib/apiError.ts';
import { lazyZodResolver } from '../../../lib/lazyRules.ts';
import { loginCalls, useConnectMailbox, useMailboxStatus } from '../api.ts';
import { ConnectedAccount } from '../ConnectedAccount.tsx';

const checked = lazyZodResolver(() =>
  import('../../../../events/sending/mailboxInput.ts').then((rules) => rules.sesForm),
);

const REGIONS = SES_REGIONS.map((region) => ({ value: region, label: region }));

export function SesAccount() {
  return (
    <QueryState
      query={useMailboxStatus('ses')}
      loading={<Loading form label="Loading Amazon SES" height="h-24" />}
      failed="Error loading Amazon SES. Please try again."
    >
      {(status) => <Connection status={status} />}
    </QueryState>
  );
}

function Connection(props: { status: MailboxStatusView }) {
  const { connected, email, user, error } = props.status;
  return (
    <>
      <p className="text-small text-ink-2">
        Amazon SES only sends, so Partner Pilot reads no mailbox. Replies are found only if your administrator has set
        up addresses for them. Otherwise mark them by hand.
      </p>
      {error && <Notice tone="warn">{error}</Notice>}
      {connected && <ConnectedAccount calls={loginCalls('ses')} email={email} canTest={error === null} />}
      {(!connected || error) && <SesFields email={email} user={user} />}
    </>
  );
}

function SesFields(props: { email: string | null; user: string | null }) {
  const { email, user } = props;
  const form = useForm<SesForm>({
    resolver: checked,
    defaultValues: { host: 'ses', region: 'us-east-1', email: email ?? '', user: user ?? '', password: '' },
  });
  const connect = useConnectMailbox('ses');
  const { errors, isSubmitting } = form.formState;
  const text = (name: 'email' | 'user' | 'password', label: string, hint: string, type = 'text') => (
    <Field label={label} error={errors[name]?.message} hint={hint}>
      {(control) => <Input {...control} {...form.register(name)} type={type} autoComplete="off" spellCheck={false} />}
    </Field>
  );
  return (
    <form
      onSubmit={form.handleSubmit((typed) => connect.mutate(typed))}
      noValidate
      aria-label="Amazon SES"
      className="flex flex-col gap-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {text('email', 'From email', 'Must be verified in Amazon SES.', 'email')}
        <Controller
          control={form.control}
          name="region"
          render={({ field }) => (
            <Field label="Region">
              {(control) => (
                <Select {...control} ref={field.ref} value={field.value} onChange={field.onChange} options={REGIONS} />
              )}
            </Field>
          )}
        />
        {text('user', 'SMTP user name', 'From SMTP settings in Amazon SES, not your AWS keys.')}
        {text('password', 'SMTP password', 'Stored encrypted, never shown again.', 'password')}
      </div>
      {connect.error && <Notice tone="bad">{serverWords(connect.error, 'Failed to connect Amazon SES')}</Notice>}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={isSubmitting || connect.isPending}>
          {connect.isPending ? 'Testing…' : 'Connect Amazon SES'}
        </Button>
      </div>
    </form>
  );
}
