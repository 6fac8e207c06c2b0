import { LogOut, ShieldCheck } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import type { UserView } from '../../../api/views.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { useDisclosure } from '../../components/ui/useDisclosure.ts';
import { displayName } from '../../features/session/api.ts';
import { classes } from '../../lib/classes.ts';

/**
 * The signed-in user, the links to their account, and the way out (a real navigation). A part that opens and closes, with two links. A menu widget
 * would weigh 9 kB on every first load.
 */
export function UserMenu(props: { user: UserView; iconOnly: boolean; side: 'top' | 'bottom' }) {
  const name = displayName(props.user);
  const id = useId();
  const { open, setOpen, place, trigger, whenLeft, whenEscaped } = useDisclosure();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what its button and its link let through
    <div ref={place} className="relative min-w-0 flex-1" onBlur={whenLeft} onKeyDown={whenEscaped}>
      <button
        ref={trigger}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex w-full min-w-0 items-center gap-2.5 rounded-control p-1 text-left hover:bg-line/60"
      >
        <span className="sr-only">User menu{props.iconOnly ? `, ${name}` : ', '}</span>
        <Avatar name={name} src={props.user.profileImageUrl} />
        {!props.iconOnly && (
          <span className="min-w-0">
            <span className="block truncate font-semibold leading-4">{name}</span>
            <span className="block truncate text-ink-3 text-note">{props.user.email}</span>
          </span>
        )}
      </button>
      {open && (
        <div
          id={id}
          className={classes(
            'panel absolute z-50 w-72 animate-fade p-1 shadow-pop',
            props.side === 'top' ? 'bottom-full left-0 mb-1' : 'top-full right-0 mt-1',
          )}
        >
          <div className="flex items-center gap-2.5 border-b px-2 py-2">
            <Avatar name={name} src={props.user.profileImageUrl} />
            <p className="min-w-0">
              <span className="wrap-anywhere block font-semibold">{name}</span>
              <span className="wrap-anywhere block text-ink-3 text-note">{props.user.email}</span>
            </p>
          </div>
          <Link href="/settings/security" onClick={() => setOpen(false)} className={`${ITEM} mt-1`}>
            <ShieldCheck aria-hidden className="size-4" />
            Account security
          </Link>
          <a href="/api/logout" className={ITEM}>
            <LogOut aria-hidden className="size-4" />
            Log out
          </a>
        </div>
      )}
    </div>
  );
}

const ITEM = 'flex h-8 items-center gap-2 rounded-tag px-2 text-small hover:bg-accent-soft max-md:h-10';
