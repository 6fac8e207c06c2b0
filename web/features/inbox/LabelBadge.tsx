import {
  AtSign,
  Ban,
  Bot,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Clock,
  MailX,
  Scale,
  ShieldAlert,
  ShieldQuestion,
  UserPlus,
} from 'lucide-react';
import { LABEL_TEXTS, type ReplyLabel } from '../../../events/messages/replyLabels.ts';
import { Badge, type BadgeTone } from '../../components/ui/Badge.tsx';

const LOOKS: Readonly<Record<ReplyLabel, { tone: BadgeTone; Icon: typeof Ban }>> = {
  interested: { tone: 'good', Icon: CircleCheck },
  question: { tone: 'good', Icon: CircleQuestionMark },
  referral: { tone: 'info', Icon: UserPlus },
  new_address: { tone: 'info', Icon: AtSign },
  later: { tone: 'info', Icon: Clock },
  no: { tone: 'mute', Icon: CircleX },
  unsubscribe: { tone: 'bad', Icon: Ban },
  legal_request: { tone: 'bad', Icon: Scale },
  automatic: { tone: 'warn', Icon: Bot },
  bounce: { tone: 'bad', Icon: MailX },
  spam: { tone: 'bad', Icon: ShieldAlert },
  unconfirmed_report: { tone: 'mute', Icon: ShieldQuestion },
};

/** The shape of a label, in the color of its meaning. */
export function LabelIcon(props: { label: ReplyLabel }) {
  const { tone, Icon } = LOOKS[props.label];
  return <Icon aria-hidden className={ICON_TONES[tone]} />;
}

const ICON_TONES: Partial<Record<BadgeTone, string>> = {
  good: 'text-good',
  info: 'text-info',
  warn: 'text-signal',
  bad: 'text-bad',
};

export function LabelShape(props: { label: ReplyLabel }) {
  const { Icon } = LOOKS[props.label];
  return <Icon aria-hidden />;
}

export function LabelBadge(props: { label: ReplyLabel | null }) {
  const { tone, Icon } = props.label ? LOOKS[props.label] : { tone: 'outline' as const, Icon: CircleDashed };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {props.label ? LABEL_TEXTS[props.label] : 'Needs label'}
    </Badge>
  );
}
