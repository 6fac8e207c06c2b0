import {
  Ban,
  Bookmark,
  CalendarClock,
  Check,
  CircleAlert,
  Coins,
  Eraser,
  FileUp,
  Globe,
  Inbox,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Mail,
  MessageSquareReply,
  Pencil,
  Radar,
  Send,
  Server,
  Settings,
  Sparkles,
  UserRound,
  X,
} from 'lucide-react';
import type { EventView } from '../../../api/views.ts';
import type { Kind } from '../../../events/shared/event.ts';

const OF_TYPE: Readonly<Record<string, LucideIcon>> = {
  PartnerApproved: Check,
  MessageApproved: Check,
  PartnerRejected: X,
  MessageCancelled: X,
  MessageGenerated: Sparkles,
  MessageEdited: Pencil,
  EmailScheduled: CalendarClock,
  EmailSent: Send,
  ReplyReceived: MessageSquareReply,
  EmailFailed: CircleAlert,
  EmailOutcomeUnknown: CircleAlert,
};

const OF_KIND: Readonly<Record<Kind, LucideIcon>> = {
  need: ListTodo,
  views: Bookmark,
  import: FileUp,
  batch: ListChecks,
  partner: UserRound,
  campaign: Mail,
  message: Mail,
  conversation: Inbox,
  search: Radar,
  profile: Settings,
  mailbox: Mail,
  domain: Globe,
  quota: CalendarClock,
  credits: Coins,
  suppression: Ban,
  aicall: Sparkles,
  erasure: Eraser,
  user: UserRound,
  access: UserRound,
  setting: Settings,
  installation: Server,
};

export const eventIcon = ({ type, kind }: Pick<EventView, 'type' | 'kind'>): LucideIcon =>
  OF_TYPE[type] ?? OF_KIND[kind];
