import type { CalendarSend } from './calendar.ts';

/** Where a message is: opened in the list of its campaign. */
export const messageHref = ({ campaignId, messageId }: Pick<CalendarSend, 'campaignId' | 'messageId'>): string =>
  `/campaigns/${campaignId}?${new URLSearchParams({ tab: 'messages', message: messageId })}`;
