import { LINK_OF_THEIR_OWN, renderMailEnd, senderName } from '../../../events/messages/signature.ts';
import { useBusinessProfile } from '../profile/businessProfile.ts';
import { useCurrentUser } from '../session/currentUser.ts';

/** What is put below every message when it is sent; it is no part of the text that is edited. */
export function MailSignature() {
  const profile = useBusinessProfile().data;
  const account = useCurrentUser().data;
  if (!profile) return null;
  return (
    <section aria-label="Signature, added when the email is sent" className="border-t border-dashed pt-4">
      <p className="wrap-anywhere whitespace-pre-line text-ink-3 text-small">
        {renderMailEnd(
          { ...profile, userFullName: senderName(profile.userFullName, account ?? null) },
          LINK_OF_THEIR_OWN,
        )}
      </p>
    </section>
  );
}
