import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { SessionGate } from '../../../web/app/SessionGate.tsx';
import { Toaster } from '../../../web/components/ui/Toaster.tsx';
import { followEvents } from '../../../web/lib/live.ts';
import { queryClient } from '../../../web/lib/queryClient.ts';
import { afterTest } from './afterTest.ts';

/** A hand that clicks and types as fast as the machine can. Long texts are pasted: each key draws the screen again. */
const aHand = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** Shows the whole app at a path, as main.tsx does. `answer` prepares the calls of the screen before. */
export async function renderApp(path: string): Promise<UserEvent> {
  window.history.replaceState(null, '', path);
  await act(async () => void render(<SessionGate />));
  await screen.findByRole('main');
  return aHand();
}

/** Renders a screen or a part of one without the shell, with notices and live data. This is several times as fast as the whole app. */
export async function renderPart(part: ReactNode, path = '/'): Promise<UserEvent> {
  window.history.replaceState(null, '', path);
  afterTest(followEvents(queryClient));
  const whole = (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<p>Loading</p>}>{part}</Suspense>
      <Toaster />
    </QueryClientProvider>
  );
  // awaited: a part that is fetched suspends
  await act(async () => void render(whole));
  return aHand();
}
