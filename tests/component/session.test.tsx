import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SessionGate } from '../../web/app/SessionGate.tsx';
import { SignedInAgain } from '../../web/app/SignedInAgain.tsx';
import { NavigationLinksCard } from '../../web/features/admin/InstallationCards.tsx';
import { SessionEnded } from '../../web/features/session/SessionEnded.tsx';
import { followSession, lookForSession } from '../../web/lib/session.ts';
import { SESSION_CHANNEL, tellSignedIn } from '../../web/lib/sessionChannel.ts';
import { afterTest } from './support/afterTest.ts';
import { answer, calls, failed, reads } from './support/api.ts';
import { dialog, noDialog, openDialog } from './support/openDialog.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aUser } from './support/views.ts';

/** The server's answer to a browser without a session; null: it has one. */
let ended: (() => Response) | null;
const ranOut = () => failed(401, 'Sign in first.');
const field = () => screen.getByLabelText<HTMLInputElement>('Tutorials URL');

beforeEach(() => {
  ended = null;
  answer('get', '/api/auth/user', () => ended?.() ?? aUser());
  answer('get', '/api/admin/settings/:key', () => ended?.() ?? { value: '' });
  answer('put', '/api/admin/settings/:key', ({ body }) => ended?.() ?? (body as { value: string }));
});
afterEach(async () => {
  // the next test begins signed in
  ended = null;
  answer('get', '/api/auth/user', aUser());
  await act(async () => void (await lookForSession()));
});

/** A screen of a signed-in person, with the layers over every screen. */
const shown = async (): Promise<UserEvent> => {
  afterTest(followSession('u1'));
  const hand = await renderPart(
    <>
      <NavigationLinksCard />
      <SessionEnded />
    </>,
  );
  await screen.findByLabelText('Tutorials URL');
  return hand;
};
/** Has a change refused because the session has ended. */
const refused = async (how: () => Response = ranOut): Promise<UserEvent> => {
  const hand = await shown();
  ended = how;
  await hand.type(field(), 'https://learn.example{Enter}');
  await openDialog('Your session has ended');
  return hand;
};

describe('a session that has ended', () => {
  test('is asked for over the screen, with the focus on Sign in again, and says what was not done', async () => {
    await refused();
    dialog().getByText('Sign in again to continue. What you typed is kept.');
    dialog().getByText(/^Your last action was not done\./);
    await waitFor(() => expect(document.activeElement).toBe(dialog().getByText('Sign in again')));
  });

  test('stays open at Escape and a press beside it', async () => {
    const hand = await refused();
    await hand.keyboard('{Escape}');
    await hand.click(document.body);
    dialog().getByText('Your session has ended');
  });

  test('who says to have signed in and has not, is told', async () => {
    const hand = await refused();
    await hand.click(dialog().getByText('I have signed in'));
    await dialog().findByText('You are not signed in yet.');
  });

  test.each([
    ['without a connection', () => HttpResponse.error()],
    ['where the server fails', () => failed(500)],
  ])('%s nobody is told that they are not signed in', async (_when, how) => {
    const hand = await refused();
    ended = how;
    await hand.click(dialog().getByText('I have signed in'));
    await dialog().findByText("Couldn't check who is signed in. Check your connection, then try again.");
    expect(dialog().queryByText('You are not signed in yet.')).toBeNull();
    ended = ranOut;
    await hand.click(dialog().getByText('I have signed in'));
    await dialog().findByText('You are not signed in yet.');
  });

  test('once it is there again, what was typed stays, the notice says what to repeat, and it is done once', async () => {
    const hand = await refused();
    ended = null;
    await hand.click(dialog().getByText('I have signed in'));
    await noDialog();
    const text = 'Your session had ended, so this was not done. Please try again.';
    await seeToast({ title: 'Error', text, variant: 'destructive' });
    expect(field().value).toBe('https://learn.example');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(calls).toHaveLength(1);
    await hand.keyboard('{Enter}');
    await seeToast({ title: 'Tutorials URL Updated' });
    expect(calls).toHaveLength(2);
  });

  test('a screen that was being loaded goes on by itself, when the window is come back to', async () => {
    ended = ranOut;
    afterTest(followSession('u1'));
    await renderPart(
      <>
        <NavigationLinksCard />
        <SessionEnded />
      </>,
    );
    await openDialog('Your session has ended');
    expect(screen.queryByText(/not done/)).toBeNull();
    ended = null;
    fireEvent.focus(window);
    await noDialog();
    await screen.findByLabelText('Tutorials URL');
    expect(reads.filter((path) => path.endsWith('/tutorials_url'))).toHaveLength(2);
  });

  test('signing in in another tab ends the question', async () => {
    await refused();
    ended = null;
    tellSignedIn('u1');
    await noDialog();
  });

  test('Leave this page leads to the landing page', async () => {
    await refused();
    expect(dialog().getByText('Leave this page').getAttribute('href')).toBe('/');
  });
});

describe('what ended it is said', () => {
  const words = {
    revoked: 'This session was ended from another browser. Sign in again.',
    paused: 'This account is paused. Ask your administrator.',
    open: 'Your account was paused and may be used again. Sign in.',
  };

  test('another browser', async () => {
    await refused(() => failed(401, words.revoked, { ended: 'revoked' }));
    dialog().getByText(new RegExp(words.revoked));
    dialog().getByText('Sign in again', { selector: 'a' });
  });

  test('a pause, where signing in would not help, until the account may be used again', async () => {
    await refused(() => failed(401, words.paused, { ended: 'paused' }));
    dialog().getByText(words.paused);
    expect(
      dialog()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Leave this page']);
    expect(dialog().queryByRole('button')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(dialog().getByText('Leave this page')));
    // the page that was left open says so
    ended = () => failed(401, words.open, { ended: 'revoked' });
    fireEvent.focus(window);
    await dialog().findByText(new RegExp(words.open));
    dialog().getByText('Sign in again', { selector: 'a' });
  });
});

describe('Sign in again', () => {
  /** Whether the link is followed, when opening a window answers this. */
  const press = async (opened: Window | null): Promise<boolean> => {
    await refused();
    const open = vi.spyOn(window, 'open').mockReturnValue(opened as never);
    afterTest(() => open.mockRestore());
    let went = false;
    const follow = (event: Event): void => {
      went = !event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', follow, { once: true });
    fireEvent.click(dialog().getByText('Sign in again'));
    expect(open).toHaveBeenCalledWith(
      '/api/login?next=%2Fsigned-in',
      expect.any(String),
      expect.stringMatching('popup'),
    );
    return went;
  };

  test('opens a window of its own', async () => {
    expect(await press(window)).toBe(false);
  });

  test('where pop-ups are blocked it is a link that opens a tab', async () => {
    expect(await press(null)).toBe(true);
    const link = dialog().getByText('Sign in again');
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/api/login?next=%2Fsigned-in',
      '_blank',
    ]);
  });

  test('the window tells the page who has signed in, and closes; one that cannot says so and leads on', async () => {
    const close = vi.spyOn(window, 'close').mockReturnValue();
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    afterTest(() => {
      close.mockRestore();
      channel.close();
    });
    const told = new Promise((resolve) => {
      channel.onmessage = ({ data }) => resolve(data);
    });
    await renderPart(<SignedInAgain userId="u1" />, '/signed-in');
    expect(await told).toEqual({ userId: 'u1' });
    expect(close).toHaveBeenCalled();
    screen.getByText('You are signed in');
    expect(screen.getByText('Go to Dashboard').getAttribute('href')).toBe('/dashboard');
  });
});

test('when another person signs in instead, the page is theirs and loads again', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  afterTest(() => reload.mockRestore());
  await shown();
  answer('get', '/api/auth/user', aUser({ id: 'u2' }));
  tellSignedIn('u2');
  await waitFor(() => expect(reload).toHaveBeenCalled());
});

describe('signed out', () => {
  test.each([
    '/dashboard',
    '/discovery?status=pending&minMatchScore=80#top',
    '/onboarding',
    '/approved',
    '/campaigns',
    '/settings',
    '/no/such/page',
  ])('%s asks to sign in and is come back to; the server is not asked who is here', async (address) => {
    const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
    document.documentElement.dataset.signedOut = '';
    afterTest(() => {
      replace.mockRestore();
      delete document.documentElement.dataset.signedOut;
    });
    await renderPart(<SessionGate />, address);
    expect(replace).toHaveBeenCalledWith(`/api/login?next=${encodeURIComponent(address)}`);
    expect(reads).toEqual([]);
  });
});
