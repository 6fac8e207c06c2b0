import { LINK_OF_THEIR_OWN, renderMailEnd, senderName } from '../../../events/messages/signature.ts';
import type { Language } from '../../../events/shared/languages.ts';
import { useBusinessProfile } from '../profile/api.ts';
import { useCurrentUser } from '../session/api.ts';

/** The lines below a sent message; they are no part of the edited text. `language`: of the campaign. */
export function MailSignature(props: { body: string; language: Language | null }) {
  const profile = useBusinessProfile().data;
  const account = useCurrentUser().data;
  if (!profile) return null;
  return (
    <section aria-label="Signature, added when the email is sent" className="border-t border-dashed pt-4">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-3 text-small">
        {renderMailEnd(
          {
            ...{ ...props, answer: false },
            sender: { ...profile, userFullName: senderName(profile.userFullName, account ?? null) },
          },
          LINK_OF_THEIR_OWN,
        )}
      </p>
    </section>
  );
}
