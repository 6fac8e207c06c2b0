import type { ConversationView, InboxView, ThreadMailView, ThreadView } from '../../../api/views.ts';
import { newPartOf } from '../../../events/conversations/newPart.ts';
import { REPLY_LABELS, type ReplyLabel, WANT_ANSWER } from '../../../events/messages/replyLabels.ts';
import { sendIn } from './campaignViews.ts';
import { aPartner } from './views.ts';

export const aConversation = (more: Partial<ConversationView> = {}): ConversationView => ({
  id: 'c1.p1',
  partner: { id: 'p1', name: 'Tendai Adeyinka', username: '@tendai', avatar: null, platform: 'tiktok' },
  campaign: { id: 'c1', name: 'Vest testers' },
  label: 'interested',
  labeledBy: 'ai',
  question: null,
  legalRequest: null,
  unread: true,
  done: false,
  lastReceivedAt: new Date().toISOString(),
  answeredAt: null,
  last: {
    from: 'tendai@outdoors.example',
    fromName: 'Tendai',
    subject: 'Re: A vest',
    text: 'Yes! Is the vest out?',
    unparsed: false,
  },
  received: 1,
  ...more,
});

/** The list as the server answers it to any filter. */
export function anInbox(conversations: readonly ConversationView[]): InboxView {
  const open = conversations.filter(({ done }) => !done);
  const labels = REPLY_LABELS.map((label) => [label, open.filter((one) => one.label === label).length]);
  return {
    conversations: [...conversations],
    next: null,
    counts: {
      unread: conversations.filter(({ unread }) => unread).length,
      unanswered: open.filter(
        ({ question, label, answeredAt }) =>
          question !== null || (answeredAt === null && (label === null || WANT_ANSWER.includes(label))),
      ).length,
      open: open.length,
      done: conversations.length - open.length,
      labels: Object.fromEntries(labels) as Record<ReplyLabel, number>,
    },
  };
}

type Received = Extract<ThreadMailView, { kind: 'received' }>;
export const aReceivedMail = (more: Partial<Received> = {}): Received => ({
  kind: 'received',
  id: 'r1',
  at: '2026-03-02T10:02:00.000Z',
  from: 'tendai@outdoors.example',
  fromName: 'Tendai',
  subject: 'Re: A vest',
  text: 'Yes! Is the vest out?',
  newPart: newPartOf(more.text ?? 'Yes! Is the vest out?'),
  html: null,
  automatic: false,
  label: 'interested',
  wants: [],
  truncated: false,
  unparsed: false,
  inMailbox: true,
  files: [],
  ...more,
});

type Sent = Extract<ThreadMailView, { kind: 'sent' }>;
export const aSentMail = (more: Partial<Sent> = {}): Sent => ({
  ...sendIn('replied', 'Tendai Adeyinka'),
  kind: 'sent',
  id: 'c1.p1.1',
  at: '2026-03-01T13:35:00.000Z',
  copies: [],
  undoUntil: null,
  answer: null,
  signature: 'Best,\nSam Vale',
  subject: 'A vest',
  body: 'Hi Tendai, would you test one?',
  ...more,
});

export const aThread = (
  conversation: ConversationView = aConversation(),
  mails: ThreadMailView[] = [aSentMail(), aReceivedMail()],
): ThreadView => ({
  ...conversation,
  partner: {
    ...aPartner({ id: conversation.partner.id, name: conversation.partner.name }),
    scoredBy: 'rules',
    judgment: null,
    parts: [],
    evidence: [],
    note: '',
  },
  offers: [],
  draft: null,
  answer: {
    step: 'a1',
    subject: 'Re: A vest',
    from: 'sam@northwind.example',
    to: 'tendai@outdoors.example',
    choices: ['tendai@outdoors.example'],
    copies: [],
    problem: null,
  },
  mails,
});
