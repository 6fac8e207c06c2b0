import { Suspense, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import type { UserView } from '../../api/views.ts';
import { PageSkeleton } from '../components/ui/Skeleton.tsx';
import { businessProfileQuery } from '../features/profile/api.ts';
import { queryClient } from '../lib/queryClient.ts';
import { Brand } from './Brand.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ROUTES, routeAt } from './routes.ts';
import { ConnectionBanner } from './shell/ConnectionBanner.tsx';
import { SandboxStrip } from './shell/SandboxStrip.tsx';
import { ThemeToggle } from './shell/ThemeToggle.tsx';
import { UserMenu } from './shell/UserMenu.tsx';

const SCREENS = ROUTES.filter(({ auditors }) => auditors !== undefined);

/** The app of an auditor: the audit and their own account, because the server refuses them everything else. */
export function AuditorApp(props: { user: UserView }) {
  // they have no business profile, and may not ask for one: times are in the zone of the browser
  useState(() => queryClient.setQueryData(businessProfileQuery().queryKey, null));
  const [path] = useLocation();
  const route = routeAt(path);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 flex flex-wrap items-center gap-x-6 border-b bg-sunken px-4 py-2 md:px-6">
        <Brand />
        <nav aria-label="Main" className="flex gap-4 max-sm:order-last max-sm:w-full">
          {SCREENS.toReversed().map(({ href, auditors }) => (
            <Link
              key={href}
              href={href}
              aria-current={route?.href === href ? 'page' : undefined}
              className="py-2 font-medium text-ink-2 hover:text-ink aria-[current]:text-accent"
            >
              {auditors}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <ThemeToggle />
          <UserMenu user={props.user} iconOnly side="bottom" />
        </div>
      </header>
      {props.user.sandbox && <SandboxStrip outboxUrl={null} />}
      <ConnectionBanner />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-content flex-1 px-4 pt-4 pb-16 outline-none md:px-6"
      >
        <ErrorBoundary resetKey={path} onAgain={() => undefined}>
          <Suspense fallback={<PageSkeleton label="Loading the page" />}>
            {route?.auditors ? <route.Screen /> : <Redirect to="/admin/audit?view=emails" replace />}
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
