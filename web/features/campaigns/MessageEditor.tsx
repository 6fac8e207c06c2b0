import { type FormEvent, useRef, useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { renderSignature, senderName } from '../../../events/signature.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input, Textarea } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { timeOrDate } from '../../lib/dates.ts';
import { useBusinessProfile } from '../profile/businessProfile.ts';
import { useCurrentUser } from '../session/currentUser.ts';
import { useEditMessage } from './editMessage.ts';
import type { MessageDraft } from './messageDraft.ts';
import { useResend } from './sendMessage.ts';

/** Nothing was handed to a mail provider yet. */
function isEditable(message: SendView): boolean {
  return message.status === 'pending' || message.status === 'failed';
}

/** One message: its text to edit while it is not sent, and the signature that goes below it. */
export function MessageEditor(props: {
  message: SendView;
  draft: MessageDraft | undefined;
  onDraft: (draft: MessageDraft | null) => void;
}) {
  const { message } = props;
  const saved: MessageDraft = { subject: message.subject ?? '', body: message.body ?? '' };
  const shown = props.draft ?? saved;
  const [problems, setProblems] = useState<Partial<MessageDraft>>({});
  const form = useRef<HTMLFormElement>(null);
  const edit = useEditMessage();
  const editable = isEditable(message);
  const generated = message.subject !== null || message.body !== null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing: Partial<MessageDraft> = {};
    if (!shown.subject.trim()) missing.subject = 'Subject is required';
    if (!shown.body.trim()) missing.body = 'Message is required';
    setProblems(missing);
    const first = Object.keys(missing)[0];
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else edit.mutate({ id: message.id, text: shown }, { onSuccess: () => props.onDraft(null) });
  };
  const type = (part: Partial<MessageDraft>): void => {
    setProblems({});
    props.onDraft({ ...shown, ...part });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Message" className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-5">
        <p className="text-small text-ink-2">
          To {message.partner.name ?? 'an erased partner'} · {message.recipientEmail ?? 'no address'}
          {message.sentAt && <> · sent {timeOrDate(message.sentAt)}</>}
        </p>
        {message.errorMessage && <Notice tone="bad">{message.errorMessage}</Notice>}
        {editable && !generated && (
          <Notice tone="info">This message is not written yet. Generate it, or write it here yourself.</Notice>
        )}
        <Field label="Subject" error={problems.subject}>
          {(control) => (
            <Input
              {...control}
              name="subject"
              readOnly={!editable}
              maxLength={300}
              value={shown.subject}
              onChange={(event) => type({ subject: event.target.value })}
            />
          )}
        </Field>
        <Field label="Message" error={problems.body}>
          {(control) => (
            <Textarea
              {...control}
              name="body"
              rows={11}
              readOnly={!editable}
              value={shown.body}
              onChange={(event) => type({ body: event.target.value })}
            />
          )}
        </Field>
        <SignaturePreview />
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
        {editable ? (
          <>
            {props.draft && (
              <Button variant="ghost" onClick={() => props.onDraft(null)}>
                Discard changes
              </Button>
            )}
            <Button type="submit" variant="primary" disabled={!props.draft} pending={edit.isPending}>
              Save Changes
            </Button>
          </>
        ) : (
          <Resend message={message} />
        )}
      </footer>
    </form>
  );
}

function SignaturePreview() {
  const profile = useBusinessProfile().data;
  const account = useCurrentUser().data;
  if (!profile) return null;
  return (
    <div>
      <p className="mb-1 text-ink-3 text-note">The signature is added when the email is sent:</p>
      <p className="whitespace-pre-line rounded-control bg-sunken px-3 py-2 text-small text-ink-2">
        {renderSignature({ ...profile, userFullName: senderName(profile.userFullName, account ?? null) })}
      </p>
    </div>
  );
}

function Resend(props: { message: SendView }) {
  const [asking, setAsking] = useState(false);
  const resend = useResend();
  const { message } = props;
  if (message.status !== 'sent' && message.status !== 'replied') {
    return <p className="text-small text-ink-3">This message cannot be edited any more.</p>;
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Send again</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Send this email again?"
        confirmLabel="Send again"
        destructive
        pending={resend.isPending}
        onConfirm={() => resend.mutate(message, { onSettled: () => setAsking(false) })}
      >
        {message.recipientEmail ?? 'The recipient'} already got this email and will get it a second time.
      </ConfirmDialog>
    </>
  );
}
