import type { QueryKey } from '@tanstack/react-query';
import type { StreamNotice } from '../../api/views.ts';

/** Queries that show or count partners. */
export const PARTNERS: readonly QueryKey[] = [['partners'], ['dashboard']];

/** Queries that show campaigns or count their messages. */
export const CAMPAIGNS: readonly QueryKey[] = [['campaigns'], ['dashboard']];

const KEYS_OF_KIND: Record<string, QueryKey[]> = {
  // messages carry who they go to
  partner: [['partners'], ['dashboard'], ['campaigns'], ['inbox']],
  search: [['searches']],
  campaign: [['campaigns'], ['partners', 'timeline'], ['dashboard'], ['ab-test'], ['inbox']],
  // spam reports warn beside the account; lists tell who was written to and who was answered
  message: [
    ['today'],
    ['campaigns'],
    ['dashboard'],
    ['partners', 'list'],
    ['partners', 'timeline'],
    ['ab-test'],
    ['inbox', 'thread'],
    ['inbox', 'list'],
    ['inbox', 'unread'],
    ['sending-accounts'],
  ],
  conversation: [['today'], ['inbox'], ['partners', 'timeline'], ['ab-test'], ['dashboard']],
  // who may be written to changes, too
  suppression: [['suppressions'], ['partners'], ['campaigns'], ['inbox', 'thread']],
  // an erased person is gone from every list
  erasure: [['today'], ['erasures'], ['partners'], ['campaigns'], ['suppressions'], ['dashboard'], ['inbox']],
  // days and months begin by its zone
  profile: [['business-profile'], ['sending-settings'], ['campaigns'], ['inbox', 'thread'], ['dashboard'], ['credits']],
  credits: [['credits']],
  // what AI may still cost
  aicall: [['ai-estimates']],
  quota: [['sending-accounts']],
  need: [['today']],
  views: [['saved-views']],
  snippets: [['snippets']],
  templates: [['campaign-templates']],
  import: [['import']],
  batch: [['batch']],
  notifications: [['notifications']],
  webhooks: [['webhooks']],
  schedule: [['search-schedule']],
  domain: [['sender-domain'], ['sending-accounts'], ['campaigns']],
  // what holds the mailbox and its rules decide when the emails of a campaign leave
  mailbox: [
    ['today'],
    ['sending-accounts'],
    ['email-settings'],
    ['gmail'],
    ['mailbox'],
    ['sending-settings'],
    ['campaigns'],
    ['partners', 'timeline'],
    ['inbox', 'thread'],
  ],
};

/** The query keys that a notice has made stale. An unknown kind concerns nothing. */
export function staleKeys(notice: Pick<StreamNotice, 'kind'>): QueryKey[] {
  return KEYS_OF_KIND[notice.kind] ?? [];
}
