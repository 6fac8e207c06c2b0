import { useState } from 'react';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { classes } from '../../lib/classes.ts';
import { initials } from '../../lib/numbers.ts';

/** A picture, or the initials while there is none; decoration, since the name is beside it. */
export function Avatar(props: { name: string | null; src: string | null; className?: string }) {
  const source = externalUrl(props.src);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      className={classes(
        'relative grid size-8 shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent text-note',
        props.className,
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
