import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from '../../lib/classes.ts';
import { type CalendarSend, sendId } from './calendar.ts';

/** An email of the calendar. It leads to its message; a deleted campaign has no list of them. */
export function SendEntry(props: {
  send: CalendarSend;
  title?: string;
  className: string;
  hover: string;
  children: ReactNode;
}) {
  const { send, title, className, children } = props;
  const shared = { id: sendId(send), title };
  return send.campaignDeleted ? (
    <div {...shared} className={className}>
      {children}
    </div>
  ) : (
    <Link {...shared} href={messageHref(send)} className={classes(className, props.hover)}>
      {children}
    </Link>
  );
}

/** Where a message is: opened in the list of its campaign. */
const messageHref = ({ campaignId, messageId }: Pick<CalendarSend, 'campaignId' | 'messageId'>): string =>
  `/campaigns/${campaignId}?${new URLSearchParams({ tab: 'messages', message: messageId })}`;
