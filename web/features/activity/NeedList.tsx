import { CircleAlert, CircleHelp, Eye, type LucideIcon, Reply } from 'lucide-react';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { classes } from '../../lib/classes.ts';
import type { Need } from './needs.ts';

export function NeedList(props: { needs: readonly Need[] }) {
  return (
    <ul aria-label="Needs you" className="divide-y">
      {props.needs.map((need) => (
        <NeedRow key={need.key} need={need} />
      ))}
    </ul>
  );
}

const LOOKS: Record<Need['kind'], { Icon: LucideIcon; tone: string }> = {
  answer: { Icon: Reply, tone: 'bg-accent-soft text-accent' },
  read: { Icon: Eye, tone: 'bg-accent-soft text-accent' },
  fix: { Icon: CircleAlert, tone: 'bg-bad-soft text-bad' },
  look: { Icon: CircleHelp, tone: 'bg-signal-soft text-signal' },
};

function NeedRow(props: { need: Need }) {
  const { kind, title, note, href, action } = props.need;
  const { Icon, tone } = LOOKS[kind];
  return (
    <li className="flex min-h-11 items-center gap-3 px-4 py-1.5">
      <span className={classes('grid size-6 shrink-0 place-items-center rounded-tag', tone)}>
        <Icon aria-hidden className="size-3.5" />
      </span>
      <p className="min-w-0 flex-1 truncate" title={note}>
        <b className="font-semibold">{title}</b> <bdi className="text-ink-2">{note}</bdi>
      </p>
      <ButtonLink size="small" href={href} aria-label={`${action}: ${[title, note].filter(Boolean).join(', ')}`}>
        {action}
      </ButtonLink>
    </li>
  );
}
