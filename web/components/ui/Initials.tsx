import { initials } from '../../lib/numbers.ts';

/** The initials of a name in a circle; decoration, since the name stands beside it. */
export function Initials(props: { name: string | null }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-note"
    >
      {initials(props.name)}
    </span>
  );
}
