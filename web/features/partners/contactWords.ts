import type { PartnerView } from '../../../api/views.ts';
import { shortDate } from '../../lib/dates.ts';

type Checked = NonNullable<PartnerView['contactVerification']>;

export const VERIFICATION_LABELS: Readonly<
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
export const verificationText = ({ reason, by, at }: Checked): string =>
  `${REASONS[reason]} (${by === 'hunter' ? 'Hunter' : 'DNS'}, ${shortDate(at)}).`;

/** When an address is checked that was not yet: an imported one as soon as it is needed. */
export const notChecked = ({ contactSource }: Pick<PartnerView, 'contactSource'>): string =>
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

/** Where an address comes from and since when it is known. */
export function sourceText({
  contactSource,
  contactFoundAt,
}: Pick<PartnerView, 'contactSource' | 'contactFoundAt'>): string {
  if (!contactSource) return '';
  return contactFoundAt ? `${SOURCES[contactSource]}, ${shortDate(contactFoundAt)}` : SOURCES[contactSource];
}
