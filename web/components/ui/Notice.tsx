import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

const LOOKS = {
  bad: { look: 'bg-bad-soft text-bad', Icon: CircleAlert },
  warn: { look: 'bg-signal-soft text-signal', Icon: TriangleAlert },
  info: { look: 'bg-info-soft text-info', Icon: Info },
};

/** A sentence that stays on the page. */
export function Notice(props: {
  tone: keyof typeof LOOKS;
  children: ReactNode;
  action?: ReactNode;
  /** Something else says the same at that moment. */
  silent?: boolean;
  className?: string | undefined;
}) {
  const { look, Icon } = LOOKS[props.tone];
  return (
    <div
      role={props.silent ? undefined : props.tone === 'bad' ? 'alert' : 'status'}
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control px-3 py-2 text-small',
        look,
        props.className,
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-36">{props.children}</div>
      {props.action}
    </div>
  );
}
