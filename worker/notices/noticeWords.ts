import type { NoticeKind } from '../../events/accounts/notificationsInput.ts';
import { counted } from '../../events/shared/format.ts';

/** `partner`, `text` and `address` are null unless the person wants names and texts. `id`: of the stream of the event. */
export type NoticeFacts = {
  id: string;
  campaign: string | null;
  partner: string | null;
  text: string | null;
  address: string | null;
};

type Words = {
  one: (facts: NoticeFacts) => string;
  many: (count: number) => string;
  /** Where it leads in the app. */
  path: (id: string) => string;
};

const within = ({ campaign }: NoticeFacts) => (campaign ? ` in ${campaign}` : '');

export const NOTICE_WORDS: Record<NoticeKind, Words> = {
  reply: {
    one: (facts) => `Reply from ${facts.partner ?? 'a partner'}${within(facts)}${facts.text ? `: ${facts.text}` : ''}`,
    many: (count) => counted(count, 'reply', 'replies'),
    path: (id) => `/inbox/${id}`,
  },
  complaint: {
    one: (facts) => `${facts.partner ?? 'A partner'} reported an email as spam${within(facts)}`,
    many: (count) => counted(count, 'complaint'),
    path: () => '/today',
  },
  account: {
    one: ({ address }) => `${address ?? 'A sending account'} is on hold`,
    many: (count) => `${counted(count, 'account')} on hold`,
    path: () => '/settings/sending',
  },
  texts: {
    one: (facts) => `New texts to read${within(facts)}`,
    many: (count) => `${counted(count, 'campaign')} with new texts`,
    path: (id) => `/campaigns/${id}/review`,
  },
  webhook: {
    one: () => 'A webhook was switched off',
    many: (count) => `${counted(count, 'webhook')} switched off`,
    path: () => '/settings/webhooks',
  },
};
