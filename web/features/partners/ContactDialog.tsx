import { Search } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { isAccepted } from '../../lib/client.ts';
import { useCredits } from './credits.ts';
import { useFindContact } from './findContact.ts';
import { useSaveContact } from './saveContact.ts';

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
  const save = useSaveContact();
  const formId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = email.trim();
    if (typed) save.mutate({ partner: props.partner, email: typed }, { onSuccess: props.onClose });
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        <FindEmail partner={props.partner} onFound={setEmail} />
        <form id={formId} onSubmit={submit}>
          <Field
            label="Email"
            hint="A typed address replaces the found one. Messages not sent yet need approval again."
          >
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="off"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
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

function FindEmail(props: { partner: PartnerView; onFound: (email: string) => void }) {
  const credits = useCredits().data;
  const find = useFindContact();
  const exhausted = credits?.remainingCredits === 0;
  const searching = find.isPending || props.partner.contactSearching;
  const search = (): void => {
    find.mutate(props.partner, {
      onSuccess: (result) => {
        const email = isAccepted(result) ? null : result.partner.contactInfo?.email;
        if (email) props.onFound(email);
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
    </div>
  );
}
