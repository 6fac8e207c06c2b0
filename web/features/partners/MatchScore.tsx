import { matchLabel } from '../../../events/shared/format.ts';
import { classes } from '../../lib/classes.ts';

/** The colors of a bar's filled part. */
export const FILLS = { good: 'bg-bar-good', warn: 'bg-bar-warn', bad: 'bg-bar-bad' };

const UNSCORED = { label: 'No score', tone: 'bad' } as const;

/** The match score of 0–100, as a number, a bar and a word. `null`: no score. `wordless`: the word only for those who hear it. */
export function MatchScore(props: { score: number | null; wordless?: boolean }) {
  const { label, tone } = props.score === null ? UNSCORED : matchLabel(props.score);
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-7 shrink-0 text-right font-semibold tabular-nums">
        <span className="sr-only">Match </span>
        {props.score ?? '–'}
      </span>
      <i aria-hidden className="h-1.5 w-13.5 min-w-8 overflow-hidden rounded-full bg-fill-2">
        <b className={classes('block h-full rounded-full', FILLS[tone])} style={{ width: `${props.score ?? 0}%` }} />
      </i>
      {/* as wide as the longest word: below one another, numbers and bars line up */}
      <span className={props.wordless ? 'sr-only' : 'w-14 shrink-0 text-ink-3 text-note'}>{label}</span>
    </span>
  );
}
