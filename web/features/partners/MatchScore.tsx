import { matchLabel } from '../../../events/shared/format.ts';
import { classes } from '../../lib/classes.ts';

const LIT = { good: 'bg-good', warn: 'bg-signal', bad: 'bg-bad' };
const DOTS = [1, 2, 3, 4, 5];

/** The match score of 0–100, as a number, five marks and a word. */
export function MatchScore(props: { score: number }) {
  const { label, tone } = matchLabel(props.score);
  const lit = Math.max(1, Math.min(5, Math.ceil(props.score / 20)));
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-6.5 text-right font-bold tabular-nums">
        <span className="sr-only">Match </span>
        {props.score}
      </span>
      <span aria-hidden className="flex gap-0.5">
        {DOTS.map((dot) => (
          <i key={dot} className={classes('h-1.5 w-2 rounded-mark', dot <= lit ? LIT[tone] : 'bg-line-strong')} />
        ))}
      </span>
      <span className="text-ink-3 text-note">{label}</span>
    </span>
  );
}
