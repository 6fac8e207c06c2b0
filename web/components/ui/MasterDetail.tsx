import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

/** Below this width the list and what is open of it take turns. */
export const PHONE = '(width < 640px)';

/**
 * A list with what is open of it beside it, and more about that at the right or below (`MorePane`). A phone shows the list, or what is
 * `open`. `framed`: lines between the panes, which fill the window; else they are cards. `bar`: above them is one of 52 px.
 */
export function MasterDetail(props: {
  list: ReactNode;
  open: boolean;
  framed?: boolean;
  bar?: boolean;
  children: ReactNode;
}) {
  const { open, framed, bar } = props;
  const head = framed ? (bar ? '[--head:3.25rem]' : '[--head:0rem]') : 'items-start gap-4 [--head:1rem]';
  return (
    <div className={classes('panes', head)}>
      <div className={classes('pane-list min-w-0', open && 'max-sm:hidden', framed && 'sm:border-r')}>
        <div className="flex flex-col">{props.list}</div>
      </div>
      {props.children}
    </div>
  );
}

/** Where nothing is open: the place of what would be, and of the rest. */
export const DETAIL_AND_MORE = 'min-[1180px]:col-span-2';

export function MorePane(props: { label: string; framed?: boolean; children: ReactNode }) {
  return (
    <aside
      aria-label={props.label}
      className={classes('pane-more min-w-0', props.framed && 'border-t min-[1180px]:border-t-0 min-[1180px]:border-l')}
    >
      <div className={props.framed ? 'divide-y [&>*]:px-5 [&>*]:py-3' : 'panel flex flex-col divide-y [&>*]:p-4'}>
        {props.children}
      </div>
    </aside>
  );
}
