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
import { LABEL_TEXTS, type ReplyLabel } from '../../../events/conversations/labels.ts';
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

/** What a conversation came to, with a shape beside the word. */
export function LabelBadge(props: { label: ReplyLabel | null }) {
  const { tone, Icon } = props.label ? LOOKS[props.label] : { tone: 'outline' as const, Icon: CircleDashed };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {props.label ? LABEL_TEXTS[props.label] : 'Needs label'}
    </Badge>
  );
}
