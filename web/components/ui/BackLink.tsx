import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';

/** Over the title of a screen that belongs to another one: "Back to Settings". `short`: beside the title, as an arrow. */
export function BackLink(props: { href: string; to: string; short?: true }) {
  const name = `Back to ${props.to}`;
  return (
    <Link
      href={props.href}
      aria-label={name}
      className="inline-flex min-h-8 min-w-6 items-center gap-1 text-ink-2 text-small hover:text-ink print:hidden"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {!props.short && name}
    </Link>
  );
}
