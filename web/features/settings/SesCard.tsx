import { Controller, useForm } from 'react-hook-form';
import type { SesForm } from '../../../events/sending/mailboxInput.ts';
import { SES_REGIONS } from '../../../events/sending/mailProviders/ses.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { serverWords } from '../../lib/apiError.ts';
import { lazyZodResolver } from '../../lib/lazyRules.ts';
import { useConnectMailbox, useMailboxStatus } from './api.ts';
import { ConnectedMailbox } from './ConnectedMailbox.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import type { LoginPart } from './loginPart.ts';

const checked = lazyZodResolver(() => import('../../../events/sending/mailboxInput.ts').then((rules) => rules.sesForm));

const REGIONS = SES_REGIONS.map((region) => ({ value: region, label: region }));

export const sesPart: LoginPart = {
  id: 'ses',
  label: () => 'Amazon SES',
  note: 'With SMTP credentials of your AWS account.',
  missing: 'Amazon SES is not connected. Nothing is sent until you connect it.',
  Card: SesCard,
};

/** Whether Amazon SES is connected, and the form to connect it. */
export function SesCard() {
  const status = useMailboxStatus('ses');
  return (
    <Card
      title="Amazon SES"
      note="Send with your AWS account."
      actions={status.data && <ConnectionBadge {...status.data} needsReauth={status.data.error !== null} />}
    >
      <div className="flex flex-col gap-3 p-4">
        <p className="text-small text-ink-2">
          Amazon SES only sends, so Partner Pilot reads no mailbox. Replies are found only if your administrator has set
          up addresses for them. Otherwise mark them by hand.
        </p>
        <QueryState
          query={status}
          loading={<Loading label="Loading Amazon SES" height="h-24" />}
          failed="Error loading Amazon SES. Please try again."
        >
          {(data) => (
            <>
              {data.error && <Notice tone="warn">{data.error}</Notice>}
              {data.connected && <ConnectedMailbox status={data} provider="ses" />}
              {(!data.connected || data.error) && <SesFields email={data.email} user={data.user} />}
            </>
          )}
        </QueryState>
      </div>
    </Card>
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
          {connect.isPending ? 'Signing in…' : 'Connect Amazon SES'}
        </Button>
      </div>
    </form>
  );
}
