import { Link } from 'wouter';
import { wholeNumber } from '../../lib/numbers.ts';
import { type NumberName, numberInWords } from './numberNames.ts';

/** A number that leads to the events it was counted from. It looks like the number that it is. */
export function NumberLink(props: { name: NumberName; count: number; campaign?: string }) {
  const { name, count, campaign } = props;
  const shown = wholeNumber(count);
  return (
    <Link
      href={`/settings/history?${new URLSearchParams({ number: name, ...(campaign && { campaign }) })}`}
      aria-label={`${numberInWords(name, shown, count === 1)}: show the events`}
      className="underline-offset-4 hover:underline focus-visible:underline"
    >
      {shown}
    </Link>
  );
}
