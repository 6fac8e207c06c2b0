import type { PartnerView } from '../../../api/views.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { notChecked, sourceText, VERIFICATION_LABELS, verificationText } from './contactWords.ts';
import { DoNotContactBadge } from './PartnerBadges.tsx';

/** A partner's address: its source, its date, whether it takes email, and whether it may be written to. */
export function ContactLine(props: { partner: PartnerView }) {
  const { contactInfo, doNotContact, contactVerification: checked } = props.partner;
  const email = contactInfo?.email;
  if (!email) return <p className="text-ink-2">No email yet</p>;
  const page = externalUrl(props.partner.contactSourceUrl);
  const undeliverable = checked?.status === 'undeliverable';
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-all">Email: {email}</span>
        {doNotContact && <DoNotContactBadge reason={doNotContact} />}
        {checked && (
          <Badge tone={VERIFICATION_LABELS[checked.status].tone}>{VERIFICATION_LABELS[checked.status].label}</Badge>
        )}
        {!doNotContact && !undeliverable && <Badge tone="good">Ready for campaigns</Badge>}
      </p>
      <p className="mt-1 text-ink-2 text-note">
        {sourceText(props.partner)}
        {page && (
          <>
            {' · '}
            <a className="link break-all" href={page} target="_blank" rel="noopener noreferrer">
              {new URL(page).host}
            </a>
          </>
        )}
        {'. '}
        {checked ? verificationText(checked) : notChecked(props.partner)}
        {undeliverable && ' Nothing is sent to it. Enter another address.'}
      </p>
    </>
  );
}
