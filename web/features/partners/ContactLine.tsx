import { MailX } from 'lucide-react';
import type { PartnerView } from '../../../api/views.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { shortDate } from '../../lib/dates.ts';
import { REASONS as BLOCKS } from '../suppressions/reasons.ts';

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
        {doNotContact && (
          <Badge tone={BLOCKS[doNotContact].tone}>
            <MailX aria-hidden />
            {BLOCKS[doNotContact].label}
          </Badge>
        )}
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

type Checked = NonNullable<PartnerView['contactVerification']>;

const VERIFICATION_LABELS: Readonly<
  Record<Checked['status'], { label: string; tone: 'good' | 'warn' | 'mute' | 'bad' }>
> = {
  deliverable: { label: 'Deliverable', tone: 'good' },
  risky: { label: 'Risky', tone: 'warn' },
  unknown: { label: 'Not confirmed', tone: 'mute' },
  undeliverable: { label: 'Undeliverable', tone: 'bad' },
};

const REASONS: Readonly<Record<Checked['reason'], string>> = {
  mailbox_exists: 'The mailbox exists',
  no_mailbox: 'There is no such mailbox',
  takes_all: 'The mail server accepts every address',
  webmail: 'Private webmail addresses cannot be checked',
  disposable: 'This is a disposable address',
  no_answer: 'The mail server gave no clear answer',
  domain_takes_mail: 'The domain receives email. The mailbox itself was not checked',
  domain_takes_none: 'The domain receives no email',
};

/** The finding about an address, with source and date: "The mailbox exists (Hunter, 24 Nov)." */
const verificationText = ({ reason, by, at }: Checked): string =>
  `${REASONS[reason]} (${by === 'hunter' ? 'Hunter' : 'DNS'}, ${shortDate(at)}).`;

/** When an address is checked that was not yet: an imported one as soon as it is needed. */
const notChecked = ({ contactSource }: Pick<PartnerView, 'contactSource'>): string =>
  contactSource === 'import'
    ? 'Not checked yet: it is checked when you add the partner to a campaign.'
    : 'Not checked yet.';

const SOURCES: Readonly<Record<NonNullable<PartnerView['contactSource']>, string>> = {
  people_data_labs: 'Found at People Data Labs',
  hunter: 'Found at Hunter',
  ai: 'Found on the web by AI',
  manual: 'Entered by hand',
  import: 'Imported',
};

function sourceText({ contactSource, contactFoundAt }: Pick<PartnerView, 'contactSource' | 'contactFoundAt'>): string {
  if (!contactSource) return '';
  return contactFoundAt ? `${SOURCES[contactSource]}, ${shortDate(contactFoundAt)}` : SOURCES[contactSource];
}
