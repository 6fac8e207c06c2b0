import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from '../../lib/classes.ts';
import { partnerHref, partnerOfMessage } from '../partners/PartnerLink.tsx';
import { type CalendarSend, sendId } from './calendar.ts';

/** An email of the calendar. It leads to its person, whose record has its text. */
export function SendEntry(props: {
  send: CalendarSend;
  title?: string;
  className: string;
  hover: string;
  children: ReactNode;
}) {
  const { send, title, className, children } = props;
  return (
    <Link
      id={sendId(send)}
      title={title}
      href={partnerHref(partnerOfMessage(send.messageId))}
      className={classes(className, props.hover)}
    >
      {children}
    </Link>
  );
}
