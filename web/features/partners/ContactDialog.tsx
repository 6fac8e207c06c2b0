import { Search } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { hasStatus } from '../../lib/apiError.ts';
import { isAccepted } from '../../lib/client.ts';
import { useCredits } from './credits.ts';
import { foundNotice, useFindContact } from './findContact.ts';
import { INVALID_EMAIL, useSaveContact } from './saveContact.ts';

/** "Get Email" or "Edit Email": search the address for a credit, or type it. */
export function ContactDialog(props: { partner: PartnerView; onClose: () => void }) {
  const { partner } = props;
  const known = partner.contactInfo?.email ?? null;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title={known ? 'Edit Email' : 'Get Email'}
      description={`How ${partner.name ?? 'this partner'} is reached in campaigns.`}
    >
      <ContactForm partner={partner} known={known} onClose={props.onClose} />
    </Dialog>
  );
}

function ContactForm(props: { partner: PartnerView; known: string | null; onClose: () => void }) {
  const [email, setEmail] = useState(props.known ?? '');
  // what a search just found, before the list has it
  const [found, setFound] = useState<PartnerView['contactInfo']>(null);
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
    const typed = email.trim();
    if (!typed || save.isPending) return;
    if (input.current?.validity.typeMismatch) {
      refuse(INVALID_EMAIL);
      return;
    }
    save.mutate(
      { partner: { ...props.partner, contactInfo: found ?? props.partner.contactInfo }, email: typed },
      {
        onSuccess: props.onClose,
        onError: (error) => {
          if (hasStatus(error, 400)) refuse(INVALID_EMAIL);
        },
      },
    );
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        <FindEmail
          partner={props.partner}
          onFound={(contact) => {
            setFound(contact);
            setEmail(contact.email ?? '');
            setProblem(undefined);
          }}
        />
        <form id={formId} onSubmit={submit} noValidate>
          <Field
            label="Email"
            error={problem}
            hint="A typed address replaces the found one. Messages not sent yet need approval again."
          >
            {(control) => (
              <Input
                {...control}
                ref={input}
                type="email"
                autoComplete="off"
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value);
                  setProblem(undefined);
                }}
                placeholder="name@company.com"
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={props.onClose}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" form={formId} disabled={!email.trim()} pending={save.isPending}>
          Save
        </Button>
      </DialogFooter>
    </>
  );
}

function FindEmail(props: {
  partner: PartnerView;
  onFound: (contact: NonNullable<PartnerView['contactInfo']>) => void;
}) {
  const credits = useCredits().data;
  const find = useFindContact();
  const exhausted = credits?.remainingCredits === 0;
  const searching = find.isPending || props.partner.contactSearching;
  const search = (): void => {
    find.mutate(props.partner, {
      onSuccess: (result) => {
        const contact = isAccepted(result) ? null : result.partner.contactInfo;
        if (contact?.email) props.onFound(contact);
      },
    });
  };
  return (
    <div className="rounded-control bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-48 text-small text-ink-2">
          A search costs 1 credit, and only if a data provider has the address.
        </p>
        <Button pending={searching} disabled={exhausted || !credits} onClick={search}>
          {!searching && <Search aria-hidden />}
          Find Email {credits && `(${credits.remainingCredits}/${credits.monthlyLimit})`}
        </Button>
      </div>
      {exhausted && <p className="mt-2 text-note text-signal">Credit limit reached. Resets next month.</p>}
      {find.data && !searching && <p className="mt-2 break-words text-note">{foundNotice(find.data).text}</p>}
    </div>
  );
}
