import * as RadixAvatar from 'radix-ui/avatar';
import { classes } from '../../lib/classes.ts';
import { externalUrl } from '../../lib/externalUrl.ts';
import { initials } from '../../lib/numbers.ts';

/** A picture, or the initials while there is none. */
export function Avatar(props: { name: string | null; src: string | null; className?: string }) {
  const source = externalUrl(props.src);
  return (
    <RadixAvatar.Root
      aria-hidden
      className={classes(
        'grid size-8 shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent text-note',
        props.className,
      )}
    >
      {source && (
        <RadixAvatar.Image src={source} alt="" referrerPolicy="no-referrer" className="size-full object-cover" />
      )}
      <RadixAvatar.Fallback>{initials(props.name)}</RadixAvatar.Fallback>
    </RadixAvatar.Root>
  );
}
