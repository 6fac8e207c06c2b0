import { LogOut } from 'lucide-react';
import type { UserView } from '../../../api/views.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { Menu, MenuLabel, MenuLink } from '../../components/ui/Menu.tsx';
import { displayName } from '../../features/session/currentUser.ts';

/** Who is signed in, and the way out (a real navigation, not a background call). */
export function UserMenu(props: { user: UserView; iconOnly: boolean; side: 'top' | 'bottom' }) {
  const name = displayName(props.user);
  return (
    <Menu
      align={props.side === 'top' ? 'start' : 'end'}
      side={props.side}
      trigger={
        <button
          type="button"
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-control p-1 text-left hover:bg-line/60"
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
      }
    >
      <MenuLabel>
        <span className="block max-w-56 truncate font-semibold">{name}</span>
        <span className="block max-w-56 truncate text-ink-3 text-note">{props.user.email}</span>
      </MenuLabel>
      <MenuLink href="/api/logout">
        <LogOut aria-hidden />
        Log out
      </MenuLink>
    </Menu>
  );
}
