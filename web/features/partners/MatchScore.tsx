import { matchLabel } from '../../../events/shared/format.ts';
import { classes } from '../../lib/classes.ts';

export const FILLS = { good: 'bg-bar-good', warn: 'bg-bar-warn', bad: 'bg-bar-bad' };

const UNSCORED = { label: 'No score', tone: 'bad' } as const;

/** The match score of 0–100, as a number, a bar and a word. `null`: no score. `wordless`: the word only for those who hear it. `rough`: by rules, not by the AI. */
export function MatchScore(props: { score: number | null; wordless?: boolean; rough?: boolean }) {
  const { label, tone } = props.score === null ? UNSCORED : matchLabel(props.score);
  const rough = props.rough === true && <span className="text-ink-3 text-note">rough</span>;
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-7 shrink-0 text-right font-semibold tabular-nums">
        <span className="sr-only">Match </span>
        {props.score ?? '–'}
      </span>
      <span className="flex min-w-8 flex-col gap-0.5">
        <i aria-hidden className="h-1.5 w-13.5 max-w-full overflow-hidden rounded-full bg-fill-2">
          <b className={classes('block h-full rounded-full', FILLS[tone])} style={{ width: `${props.score ?? 0}%` }} />
        </i>
        {props.wordless && rough}
      </span>
      {/* as wide as the longest word: below one another, numbers and bars line up */}
      <span className={props.wordless ? 'sr-only' : 'w-14 shrink-0 text-ink-3 text-note'}>
        {label}
        {!props.wordless && rough && <span className="block">{rough}</span>}
      </span>
    </span>
  );
}
