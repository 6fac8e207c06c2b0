import { Send } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { PartnerDetailView, SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { outcomeUncertain } from '../../lib/apiError.ts';
import { INVALID_EMAIL, usePartnerDetail } from '../partners/api.ts';
import { ContactLine } from '../partners/ContactLine.tsx';
import { FindEmail } from '../partners/FindEmail.tsx';
import { useReaddress } from './messages.ts';

/** Sends an email that came back to another address of the person: one that is found, with its evidence, or that is typed. */
export function Readdress(props: { message: SendView; onSend?: (() => void) | undefined }) {
  const partner = usePartnerDetail(props.message.partner.id);
  if (partner.isError)
    return <LoadFailed again={partner}>The partner could not be loaded. Please try again.</LoadFailed>;
  if (!partner.data) return <Loading label="Loading the partner" height="h-40" />;
  return <ReaddressForm {...props} partner={partner.data} />;
}

function ReaddressForm(props: { message: SendView; partner: PartnerDetailView; onSend?: (() => void) | undefined }) {
  const { message, partner } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const send = useReaddress();
  const old = message.recipientEmail?.toLowerCase() ?? null;
  const known = partner.contactInfo?.email ?? null;
  const found = known !== null && known.toLowerCase() !== old ? known : null;
  const shown = typed ?? found ?? '';
  const namesOld = old !== null && `${message.subject}\n${message.body}`.toLowerCase().includes(old);
  const problemOf = (email: string): string | undefined => {
    if (email === '') return 'Enter another address, or find one';
    if (input.current?.validity.typeMismatch) return INVALID_EMAIL;
    return email.toLowerCase() === old ? 'The email came back from this address' : undefined;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (send.isPending) return;
    const email = shown.trim();
    const wrong = problemOf(email);
    setProblem(wrong);
    if (wrong) {
      input.current?.focus();
      return;
    }
    props.onSend?.();
    send.mutate({ message, email });
  };
  return (
    <section aria-label="Another address" className="panel flex flex-col gap-3 p-4">
      <FindEmail partner={partner} onFound={() => setTyped(null)} />
      {found && (
        <div className="text-small">
          <ContactLine partner={partner} />
        </div>
      )}
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field
          label="Send it again to"
          error={problem}
          hint="The same text is sent now. The address becomes that of the partner."
        >
          {(control) => (
            <Input
              {...control}
              ref={input}
              type="email"
              autoComplete="off"
              placeholder="name@company.com"
              value={shown}
              onChange={({ target }) => {
                setTyped(target.value);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
        {namesOld && (
          <Notice tone="warn">The text contains the old address. The new address replaces it there, too.</Notice>
        )}
        {outcomeUncertain(send.error) && (
          <Notice tone="bad">
            The server did not answer, so it may have been sent. Try again later. No address gets it twice.
          </Notice>
        )}
        <Button data-first type="submit" variant="primary" className="self-end" pending={send.isPending}>
          {!send.isPending && <Send aria-hidden />}
          Use and send
        </Button>
      </form>
    </section>
  );
}
