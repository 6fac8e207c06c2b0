import { useState } from 'react';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { classes } from '../../lib/classes.ts';
import { initials } from '../../lib/numbers.ts';

const PAIRS = [
  'bg-avatar-0 text-avatar-ink-0',
  'bg-avatar-1 text-avatar-ink-1',
  'bg-avatar-2 text-avatar-ink-2',
  'bg-avatar-3 text-avatar-ink-3',
  'bg-avatar-4 text-avatar-ink-4',
  'bg-avatar-5 text-avatar-ink-5',
  'bg-avatar-6 text-avatar-ink-6',
  'bg-avatar-7 text-avatar-ink-7',
];

/** The same name has the same color on every screen. */
function pairOf(name: string | null): string | undefined {
  let hash = 0;
  for (const letter of name ?? '') hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return PAIRS[hash % PAIRS.length];
}

/** A picture, or the initials while there is none; decoration, since the name is beside it. */
export function Avatar(props: { name: string | null; src: string | null; className?: string }) {
  // one of our own is a path
  const source = props.src?.startsWith('/api/') ? props.src : externalUrl(props.src);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      className={classes(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold text-note',
        pairOf(props.name),
        props.className ?? 'size-8',
      )}
    >
      {initials(props.name)}
      {source && (
        <img
          src={source}
          alt=""
          referrerPolicy="no-referrer"
          onLoad={() => setShown(source)}
          className={classes('absolute inset-0 size-full object-cover', shown !== source && 'opacity-0')}
        />
      )}
    </span>
  );
}
