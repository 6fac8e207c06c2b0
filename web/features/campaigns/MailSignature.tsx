import { LINK_OF_THEIR_OWN, renderMailEnd, senderName } from '../../../events/messages/signature.ts';
import { useBusinessProfile } from '../profile/businessProfile.ts';
import { useCurrentUser } from '../session/currentUser.ts';

/** What is put below every message when it is sent; it is no part of the text that is edited. */
export function MailSignature() {
  const profile = useBusinessProfile().data;
  const account = useCurrentUser().data;
  if (!profile) return null;
  return (
    <div>
      <p className="mb-1 text-ink-3 text-note">The signature is added when the email is sent:</p>
      <p className="whitespace-pre-line break-words rounded-control bg-sunken px-3 py-2 text-ink-2 text-small">
        {renderMailEnd(
          { ...profile, userFullName: senderName(profile.userFullName, account ?? null) },
          LINK_OF_THEIR_OWN,
        )}
      </p>
    </div>
  );
}
