import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';

/** Over the title of a screen that belongs to another one: "Back to Settings". */
export function BackLink(props: { href: string; to: string }) {
  return (
    <Link href={props.href} className="inline-flex min-h-8 items-center gap-1 text-ink-2 text-small hover:text-ink">
      <ArrowLeft aria-hidden className="size-4" />
      Back to {props.to}
    </Link>
  );
}
