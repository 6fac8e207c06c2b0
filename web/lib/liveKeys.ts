import type { QueryKey } from '@tanstack/react-query';
import type { StreamNotice } from '../../api/views.ts';

const KEYS_OF_KIND: Record<string, QueryKey[]> = {
  partner: [['partners'], ['dashboard']],
  search: [['searches']],
  campaign: [['campaigns'], ['dashboard']],
  message: [['campaigns'], ['dashboard']],
  profile: [['business-profile']],
  credits: [['credits']],
  mailbox: [['email-settings'], ['gmail']],
  setting: [['admin', 'settings']],
  user: [['auth']],
};

/** The query keys whose data a notice has made stale; a kind this screen does not know concerns nothing it shows. */
export function staleKeys(notice: Pick<StreamNotice, 'kind'>): QueryKey[] {
  return KEYS_OF_KIND[notice.kind] ?? [];
}
