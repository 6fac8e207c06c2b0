import { Link } from 'wouter';
import type { PartnerView } from '../../../api/views.ts';

export const partnerHref = (id: string): string => `/partners/${encodeURIComponent(id)}`;

/** The partner of a message: `<campaign>.<partner>.<step>`. */
export const partnerOfMessage = (messageId: string): string => messageId.split('.')[1] ?? '';

export const PartnerLink = (props: { partner: Pick<PartnerView, 'id' | 'name'>; className?: string }) => (
  <Link
    href={partnerHref(props.partner.id)}
    className={props.className ?? 'inline-block max-w-full leading-6 hover:underline'}
  >
    <bdi>{props.partner.name ?? 'An erased person'}</bdi>
  </Link>
);

export const TimelineLink = (props: { id: string }) => (
  <Link href={partnerHref(props.id)} className="link inline-block w-fit text-small leading-6">
    Open the timeline
  </Link>
);
