import { ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import { Brand } from '../../app/Brand.tsx';
import { ThemeToggle } from '../../app/shell/ThemeToggle.tsx';
import { UserMenu } from '../../app/shell/UserMenu.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { useCurrentUser } from '../session/api.ts';

/** Replaces the shell: only the progress and the way out, since other screens need the setup. */
export function SetupHeader(props: { step: number; of: number }) {
  const user = useCurrentUser().data;
  return (
    <header className="bg-surface">
      <div className="flex h-14 items-center gap-2 px-4 md:px-6 xl:px-8">
        <Brand iconOnly />
        <div className="min-w-0 flex-1 items-baseline gap-3 sm:flex">
          <h1 className="truncate font-bold tracking-title sm:text-lead">Partner Pilot Setup</h1>
          <p className="whitespace-nowrap text-ink-3 text-note tabular-nums">
            Step {props.step} of {props.of}
          </p>
        </div>
        {user?.isAdmin && (
          <ButtonLook variant="ghost" size="icon">
            <Link href="/admin" aria-label="Admin Panel" title="Admin Panel">
              <ShieldCheck aria-hidden />
            </Link>
          </ButtonLook>
        )}
        <span className="max-sm:hidden">
          <ThemeToggle />
        </span>
        <ButtonLook variant="ghost" className="max-sm:hidden">
          <a href="/api/logout">Log out</a>
        </ButtonLook>
        {user && (
          <div>
            <UserMenu user={user} iconOnly side="bottom" />
          </div>
        )}
      </div>
      <Progress label="Setup progress" value={props.step} max={props.of} className="h-0.5! rounded-none!" />
    </header>
  );
}
