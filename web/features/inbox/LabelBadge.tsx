import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  MailX,
  Plane,
  ShieldAlert,
  ShieldQuestion,
  UserX,
} from 'lucide-react';
import { LABEL_TEXTS, type ReplyLabel } from '../../../events/messages/replyLabels.ts';
import { Badge, type BadgeTone } from '../../components/ui/Badge.tsx';

const LOOKS: Readonly<Record<ReplyLabel, { tone: BadgeTone; Icon: typeof Ban }>> = {
  interested: { tone: 'good', Icon: CircleCheck },
  not_now: { tone: 'info', Icon: Clock },
  no: { tone: 'mute', Icon: CircleX },
  out_of_office: { tone: 'warn', Icon: Plane },
  wrong_person: { tone: 'mute', Icon: UserX },
  unsubscribe: { tone: 'bad', Icon: Ban },
  bounce: { tone: 'bad', Icon: MailX },
  spam_report: { tone: 'bad', Icon: ShieldAlert },
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

/** The label of a conversation, with a shape beside the word. */
export function LabelBadge(props: { label: ReplyLabel | null }) {
  const { tone, Icon } = props.label ? LOOKS[props.label] : { tone: 'outline' as const, Icon: CircleDashed };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {props.label ? LABEL_TEXTS[props.label] : 'Needs label'}
    </Badge>
  );
}
