import { type FormEvent, useId, useRef, useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { hasStatus } from '../../lib/apiError.ts';
import { INVALID_EMAIL, useSaveContact } from './api.ts';
import { FindEmail } from './FindEmail.tsx';
import { closeContact } from './openContact.ts';

/** "Get Email" or "Edit Email": search the address for a credit, or type it. */
export function ContactDialog(props: { partner: PartnerView }) {
  const { partner } = props;
  return (
    <Dialog
      onClose={closeContact}
      title={partner.contactInfo?.email ? 'Edit Email' : 'Get Email'}
      description={`The address that campaigns use for ${partner.name ?? 'this partner'}.`}
    >
      <ContactForm partner={partner} />
    </Dialog>
  );
}

function ContactForm(props: { partner: PartnerView }) {
  const address = useTypedAddress(props.partner.contactInfo);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const save = useSaveContact();
  const formId = useId();
  const refuse = (text: string): void => {
    setProblem(text);
    input.current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = address.shown.trim();
    if (!typed || address.saved || save.isPending) return;
    if (input.current?.validity.typeMismatch) {
      refuse(INVALID_EMAIL);
      return;
    }
    save.mutate(
      { partner: { ...props.partner, contactInfo: address.contact }, email: typed },
      {
        onSuccess: () => {
          // what was typed while it was being saved stays, unsaved
          if (input.current?.value.trim() === typed) closeContact();
        },
        onError: (error) => {
          if (hasStatus(error, 400)) refuse(INVALID_EMAIL);
        },
      },
    );
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        <FindEmail partner={props.partner} onFound={address.arrive} />
        <form id={formId} onSubmit={submit} noValidate>
          <Field
            label="Email"
            error={problem}
            hint={
              address.saved
                ? 'This address is saved. Type another one to replace it.'
                : 'A typed address replaces the found one. Messages not sent yet need approval again.'
            }
          >
            {(control) => (
              <Input
                {...control}
                ref={input}
                type="email"
                autoComplete="off"
                value={address.shown}
                onChange={(event) => {
                  address.type(event.target.value);
                  setProblem(undefined);
                }}
                placeholder="name@company.com"
              />
            )}
          </Field>
          {address.offered && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
              <span className="min-w-0 break-all">New address: {address.offered}</span>
              <Button
                size="small"
                onClick={() => {
                  address.follow();
                  setProblem(undefined);
                  input.current?.focus();
                }}
              >
                Use this address
              </Button>
            </p>
          )}
        </form>
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={closeContact}>
          {address.saved ? 'Done' : 'Cancel'}
        </Button>
        <Button
          variant="primary"
          type="submit"
          form={formId}
          disabled={!address.shown.trim() || address.saved}
          pending={save.isPending}
        >
          Save
        </Button>
      </DialogFooter>
    </>
  );
}

type Contact = PartnerView['contactInfo'];

/**
 * The address in an open form. It follows the partner's known one until something is typed. A later one does not overwrite that, but is `offered`.
 */
function useTypedAddress(listed: Contact) {
  const [first] = useState(listed?.email ?? null);
  const [seen, setSeen] = useState(listed?.email ?? null);
  const [contact, setContact] = useState(listed);
  const [typed, setTyped] = useState<string | null>(null);
  const arrive = (arrived: Contact): void => {
    setContact(arrived);
    setTyped((now) => (now?.trim() === '' ? null : now));
  };
  if ((listed?.email ?? null) !== seen) {
    setSeen(listed?.email ?? null);
    arrive(listed);
  }
  const known = contact?.email ?? null;
  const kept = typed !== null && typed.trim() !== known;
  return {
    contact,
    shown: typed ?? known ?? '',
    type: setTyped,
    /** A contact that a search just brought, before the list has it. */
    arrive,
    follow: () => setTyped(null),
    offered: kept && known !== first ? known : null,
    /** The shown address is the one that is known of the partner: there is nothing to save. */
    saved: known !== null && !kept,
  };
}
