import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccessTokenView, IncomingWebhookView, SecurityView, SessionView } from '../../api/views.ts';
import { SecurityScreen } from '../../web/features/security/SecurityScreen.tsx';
import { answer, calls, failed } from './support/api.ts';
import { downloads } from './support/downloads.ts';
import { fillIn } from './support/fields.ts';
import { pressToFetch } from './support/pressToFetch.ts';
import { renderPart } from './support/renderApp.tsx';
import { aSession, someSecurity } from './support/settingsViews.ts';
import { seeToast } from './support/toast.ts';
import { aUser } from './support/views.ts';

const OWN = aSession({ id: 's1', current: true, browser: 'Firefox on Linux' });
const CHROME = aSession({ id: 's2', browser: 'Chrome on Linux' });

/** The account as the server keeps it. */
let security: SecurityView;
let sessions: SessionView[];
let tokens: AccessTokenView[];
let webhooks: IncomingWebhookView[];
beforeEach(() => {
  security = someSecurity();
  sessions = [OWN];
  tokens = [];
  webhooks = [];
  answer('get', '/api/auth/tokens', () => ({ tokens }));
  answer('get', '/api/auth/incoming-webhooks', () => ({ webhooks }));
  answer('get', '/api/auth/security', () => security);
  answer('get', '/api/auth/sessions', () => ({ sessions }));
});

let hand: UserEvent;
async function shown(more: Partial<SecurityView> = {}): Promise<void> {
  security = someSecurity(more);
  hand = await renderPart(<SecurityScreen />);
  await screen.findByText('Sign-in providers');
  await screen.findByText('This browser');
}
const card = (title: string) => within(screen.getByText(title, { selector: 'h2' }).closest('section') as HTMLElement);
// by its selector: roles are slow to find in a big document
const dialog = () => within(document.querySelector<HTMLElement>('[role=dialog]') as HTMLElement);
type Part = Pick<typeof screen, 'getByText' | 'getByLabelText'>;
const field = (label: string, part: Part = dialog()) => part.getByLabelText<HTMLInputElement>(label);
const button = (text: string, part: Part = screen) => part.getByText(text, { selector: 'button' });
const inFocus = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()));
/** A refusal that names the field that it is about. */
const refused = (name: string, text: string) => () => failed(422, text, { details: { field: name } });

describe('the screen', () => {
  test('is a section of Settings', async () => {
    await shown();
    await screen.findByText('Profile & signature', { selector: 'a' });
    expect(document.title).toContain('Account security');
  });

  test('before there is a business profile it leads back to the setup', async () => {
    answer('get', '/api/business-profile', null);
    await shown();
    await screen.findByText('Back to the setup');
    expect(screen.queryByText('Profile & signature', { selector: 'a' })).toBeNull();
    expect(screen.getByText('Back to the setup').closest('a')?.getAttribute('href')).toBe('/onboarding');
  });

  test('the providers of an account are listed', async () => {
    await shown({ issuers: ['accounts.example'] });
    card('Sign-in providers').getByText('accounts.example');
  });
});

describe('Email', () => {
  test('an address that is not confirmed gets a link by mail, which is said in focus', async () => {
    answer('post', '/api/auth/confirm-email', { confirmed: false });
    await shown({ emailConfirmed: false });
    card('Email').getByText('Not confirmed');
    await hand.click(button('Confirm your email'));
    const said = await card('Email').findByText(/^We sent a link to/);
    await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
    expect(calls).toEqual([{ method: 'POST', path: '/api/auth/confirm-email', body: undefined }]);
  });

  test('it shows as confirmed when one comes back from the link in another window', async () => {
    await shown({ emailConfirmed: false });
    security = someSecurity();
    window.dispatchEvent(new Event('visibilitychange'));
    await card('Email').findByText('Confirmed');
  });
});

describe('Name', () => {
  test('of the account is changed, and a name that cannot be is refused in place', async () => {
    await shown();
    const name = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
    const first = () => name(/^First name/);
    await screen.findByLabelText(/^First name/);
    await fillIn(hand, first(), 'x'.repeat(61));
    await hand.click(button('Save name'));
    await screen.findByText('The first name must be at most 60 characters');
    await inFocus(first);
    expect(calls).toEqual([]);
    answer('put', '/api/auth/name', { changed: true });
    await fillIn(hand, first(), '太郎');
    await fillIn(hand, name(/^Last name/), '');
    await hand.click(button('Save name'));
    await seeToast({ title: 'Name Changed', text: 'Your new name is saved.' });
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/api/auth/name', { firstName: '太郎', lastName: '' }],
    ]);
  });
});

describe('Password', () => {
  const current = () => field('Current password', screen);
  const fresh = () => field('New password', screen);
  async function change(from: string, to: string): Promise<void> {
    await fillIn(hand, current(), from);
    await fillIn(hand, fresh(), to);
    await hand.click(button('Change password'));
  }

  test('what is missing or wrong is said at its field, the first one in focus; what was typed stays and can be shown', async () => {
    await shown();
    await change('', '');
    await screen.findByText('Enter your current password');
    screen.getByText('Use at least 10 characters');
    await inFocus(current);
    expect(calls).toEqual([]);
    expect([current().autocomplete, fresh().autocomplete]).toEqual(['current-password', 'new-password']);
    answer('post', '/api/auth/password', refused('current', 'This is not your password'));
    await change('not my password', 'quite another password');
    await screen.findByText('This is not your password');
    await inFocus(current);
    expect([current().value, fresh().value]).toEqual(['not my password', 'quite another password']);
    expect(fresh().type).toBe('password');
    await hand.click(screen.getAllByLabelText('Show characters')[1] as HTMLElement);
    expect([current().type, fresh().type]).toEqual(['password', 'text']);
    await hand.click(screen.getByLabelText('Hide characters'));
    expect(fresh().type).toBe('password');
  });

  test('without a connection nothing that was typed is lost', async () => {
    answer('post', '/api/auth/password', () => HttpResponse.error());
    await shown();
    await change('a horse of another colour', 'quite another password');
    await seeToast({ title: 'Error', text: 'The connection to the server failed.', variant: 'destructive' });
    expect(fresh().value).toBe('quite another password');
    answer('post', '/api/auth/password', { changed: true });
    await hand.click(button('Change password'));
    await seeToast({ title: 'Password Changed', text: 'Every other browser is signed out, and access tokens ended.' });
    expect([current().value, fresh().value]).toEqual(['', '']);
  });

  test('an account without one sets it, and is refused in place when the sign-in was long ago', async () => {
    answer('post', '/api/auth/password', () => failed(403, 'This needs a fresh sign-in.'));
    await shown({ hasPassword: false });
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await fillIn(hand, fresh(), 'yet another password');
    await hand.click(button('Set password'));
    await card('Password').findByText('This needs a fresh sign-in.');
    expect(calls.map(({ body }) => body)).toEqual([{ password: 'yet another password' }]);
  });
});

describe('Two-factor authentication', () => {
  const CODES = Array.from({ length: 10 }, (_, index) => `abcde-1234${index}`);
  const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const codes = () => [...screen.getByLabelText('Recovery codes').children];
  const proceed = (text: string) => hand.click(button(text, dialog()));

  beforeEach(() => {
    answer('post', '/api/auth/second-factor', { uri: `otpauth://totp/x?secret=${SECRET}`, secret: SECRET });
    answer('post', '/api/auth/second-factor/confirm', () => {
      security = someSecurity({ secondFactor: true, hasApp: true, recoveryCodesLeft: 10 });
      return { recoveryCodes: CODES };
    });
  });

  async function openDialog(by: string): Promise<void> {
    await pressToFetch(button(by));
    await waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
  }
  async function setUp(): Promise<void> {
    await shown();
    card('Two-factor authentication').getByText('Off');
    await openDialog('Set up');
  }
  async function toKey(): Promise<void> {
    await setUp();
    await fillIn(hand, field('Password'), 'a horse of another colour');
    await proceed('Continue');
    await screen.findByLabelText('QR code of the key');
  }

  test('Set up asks for the password first, and says at its field when it is wrong', async () => {
    answer('post', '/api/auth/second-factor', refused('password', 'This is not your password'));
    await setUp();
    await proceed('Continue');
    await screen.findByText('Enter your password');
    expect(calls).toEqual([]);
    await fillIn(hand, field('Password'), 'not my password');
    await proceed('Continue');
    await screen.findByText('This is not your password');
    await inFocus(() => field('Password'));
  });

  test('the key is shown in groups of four; a missing or wrong code is said at its field, in focus', async () => {
    answer('post', '/api/auth/second-factor/confirm', refused('code', 'This code is not right.'));
    await toKey();
    const groups = [...document.querySelectorAll('p[translate=no] span')].map(({ textContent }) => textContent);
    expect(groups.join('')).toBe('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP ');
    await inFocus(() => field('6-digit code'));
    expect(field('6-digit code').autocomplete).toBe('one-time-code');
    expect(field('6-digit code').inputMode).toBe('numeric');
    await proceed('Turn on');
    await screen.findByText('Enter the code');
    await fillIn(hand, field('6-digit code'), '12345');
    await proceed('Turn on');
    await screen.findByText('This code is not right.');
    await inFocus(() => field('6-digit code'));
    expect(field('6-digit code').value).toBe('12345');
  });

  test('a code is sent without its spaces; the recovery codes can be copied, and stay until they are saved', async () => {
    const saved = downloads();
    await toKey();
    await fillIn(hand, field('6-digit code'), '123 456');
    await proceed('Turn on');
    await screen.findByText('they are not shown again.');
    expect(calls.map(({ body }) => body)).toEqual([{ password: 'a horse of another colour' }, { code: '123456' }]);
    expect(codes().map(({ textContent }) => textContent)).toEqual(CODES);
    await proceed('Copy');
    await seeToast({ title: 'Codes Copied' });
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
    await proceed('Download');
    await waitFor(() => expect(saved[0]?.text.split('\n')).toEqual(expect.arrayContaining(CODES)));
    await hand.keyboard('{Escape}');
    await screen.findByText('Save the codes first. They are lost once this is closed.');
    await proceed('I have saved them');
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    card('Two-factor authentication').getByText('On');
    card('Two-factor authentication').getByText('10 recovery codes');
    await inFocus(() => button('New recovery codes'));
  });

  test('New recovery codes takes the password and a code, and shows the new ones', async () => {
    answer('post', '/api/auth/recovery-codes', { recoveryCodes: CODES });
    await shown({ secondFactor: true, recoveryCodesLeft: 9 });
    await openDialog('New recovery codes');
    await fillIn(hand, field('Password'), 'a horse of another colour');
    await fillIn(hand, field('Code'), '123456');
    await proceed('Make new codes');
    await screen.findByLabelText('Recovery codes');
    expect(codes()).toHaveLength(10);
    expect(calls.map(({ body }) => body)).toEqual([{ password: 'a horse of another colour', code: '123456' }]);
  });

  test('Turn off takes the password and a code; a wrong code is said at its field', async () => {
    answer('delete', '/api/auth/second-factor', refused('code', 'This code is not right.'));
    await shown({ secondFactor: true, recoveryCodesLeft: 9 });
    await openDialog('Turn off');
    await fillIn(hand, field('Password'), 'a horse of another colour');
    await fillIn(hand, field('Code'), ' abcde-12340 ');
    await proceed('Turn off');
    await screen.findByText('This code is not right.');
    await inFocus(() => field('Code'));
    answer('delete', '/api/auth/second-factor', () => {
      security = someSecurity();
      return { secondFactor: false as const };
    });
    await proceed('Turn off');
    await seeToast({ title: 'Two-Factor Authentication Off' });
    await card('Two-factor authentication').findByText('Off');
    expect(calls.at(-1)?.body).toEqual({ password: 'a horse of another colour', code: 'abcde-12340' });
  });

  test.each([
    [1, /^Only 1 recovery code left/],
    [0, /^No recovery code is left/],
  ])('%d recovery codes left are warned of', async (recoveryCodesLeft, warning) => {
    await shown({ secondFactor: true, recoveryCodesLeft });
    card('Two-factor authentication').getByText(warning);
  });
});

describe('Sessions', () => {
  const list = () => screen.getByLabelText('Sessions', { selector: 'ul' });
  const rows = () => [...list().children];

  test('each browser with how it was opened, the own one first and without Sign out', async () => {
    const before = new Date(Date.now() - 3 * 3_600_000).toISOString();
    sessions = [aSession({ id: 's3', browser: null, openedBy: 'invitation', lastSeenAt: before }), CHROME, OWN];
    await shown();
    expect(rows()[0]?.textContent).toMatch(/^Firefox on LinuxThis browser/);
    expect(rows()[0]?.querySelector('button')).toBeNull();
    expect(rows()[1]?.textContent).toMatch(/^Chrome on LinuxLast seen just nowSigned in with the password /);
    expect(rows()[2]?.textContent).toMatch(/^Unknown browserLast seen 3 hours agoAccepted an invitation /);
  });

  test('Sign out ends one, and the focus goes to the list', async () => {
    sessions = [OWN, CHROME];
    answer('delete', '/api/auth/sessions/:id', () => {
      sessions = [OWN];
      return { revoked: 1 };
    });
    await shown();
    await hand.click(screen.getByLabelText('Sign out Chrome on Linux, last seen just now'));
    await seeToast({ title: 'Signed Out', text: 'Chrome on Linux is signed out.' });
    await waitFor(() => expect(rows()).toHaveLength(1));
    await inFocus(list);
    expect(calls.map(({ path }) => path)).toEqual(['/api/auth/sessions/s2']);
  });

  test('Sign out everywhere else ends all others', async () => {
    sessions = [OWN, CHROME, aSession({ id: 's3' })];
    answer('post', '/api/auth/sessions/revoke-others', () => {
      sessions = [OWN];
      return { revoked: 2 };
    });
    await shown();
    await hand.click(button('Sign out everywhere else'));
    await seeToast({ title: 'Signed Out Everywhere Else', text: '2 sessions ended.' });
    await waitFor(() => expect(screen.queryByText('Sign out everywhere else')).toBeNull());
    await inFocus(list);
  });
});

describe('Access tokens', () => {
  const ZAPIER: AccessTokenView = {
    id: 't1',
    name: 'Zapier',
    scopes: ['read', 'decide'],
    createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    lastUsedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    expiresAt: new Date(Date.now() + 87 * 86_400_000).toISOString(),
  };
  const make = async () => {
    await card('Access tokens').findByText('No access tokens yet. They end when you change your password.');
    await pressToFetch(button('New token'));
    await screen.findByText('New access token');
  };

  test('each with its scopes and its last use; one that is revoked is gone, and the focus goes to the list', async () => {
    tokens = [ZAPIER, { ...ZAPIER, id: 't2', name: 'Script', scopes: ['admin'], lastUsedAt: null }];
    answer('delete', '/api/auth/tokens/:id', () => {
      tokens = tokens.slice(1);
      return { revoked: 1 };
    });
    await shown();
    const rows = () => [...(card('Access tokens').getByRole('list') as HTMLElement).children];
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]?.textContent).toMatch(/^ZapierreaddecideLast used 3 hours agoMade .* · Ends .* · What it did/);
    expect(screen.getByText('What it did').getAttribute('href')).toMatch(/^\/settings\/history\?actor=user:.+\/t1$/);
    expect(rows()[1]?.textContent).toContain('Not used yet');
    await hand.click(screen.getByLabelText('Revoke Zapier'));
    expect(calls).toEqual([]);
    await hand.click(await screen.findByText('Revoke token', { selector: 'button' }));
    await seeToast({ title: 'Token revoked', text: 'Zapier has no access.' });
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(calls.map(({ path }) => path)).toEqual(['/api/auth/tokens/t1']);
  });

  test('one is made with the password, and stays shown until it is copied', async () => {
    answer('post', '/api/auth/tokens', () => {
      tokens = [ZAPIER];
      return { id: 't1', token: 'pp_0123' };
    });
    await shown();
    await make();
    await hand.click(button('Make token', dialog()));
    await screen.findByText('Enter a name');
    expect(calls).toEqual([]);
    // the role has no admin scope
    expect(dialog().getAllByRole('checkbox')).toHaveLength(4);
    await fillIn(hand, field('Name'), 'Zapier');
    await fillIn(hand, field('Password'), 'my password');
    await hand.click(dialog().getByLabelText(/^read/));
    await hand.click(button('Make token', dialog()));
    await screen.findByText('Select at least one scope');
    await hand.click(dialog().getByLabelText(/^decide/));
    await hand.selectOptions(dialog().getByLabelText('Ends after'), '30 days');
    await hand.click(button('Make token', dialog()));
    expect((await dialog().findByLabelText<HTMLInputElement>('Access token')).value).toBe('pp_0123');
    expect(calls.map(({ body }) => body)).toEqual([
      { name: 'Zapier', scopes: ['decide'], days: 30, password: 'my password' },
    ]);
    await hand.keyboard('{Escape}');
    await screen.findByText('Copy the token first. It is lost once this is closed.');
    await hand.click(button('I have copied it', dialog()));
    await card('Access tokens').findByText('Zapier');
  });

  test('an auditor’s token only reads, and a refusal shows in the form', async () => {
    answer('get', '/api/auth/user', aUser({ isAuditor: true }));
    answer('post', '/api/auth/tokens', refused('password', 'This is not your password'));
    await shown();
    await make();
    expect(dialog().getAllByRole('checkbox')).toHaveLength(1);
    await fillIn(hand, field('Name'), 'Zapier');
    await fillIn(hand, field('Password'), 'wrong');
    await hand.click(button('Make token', dialog()));
    await screen.findByText('This is not your password');
    await inFocus(() => field('Password'));
  });
});

describe('Incoming webhooks', () => {
  const HUBSPOT: IncomingWebhookView = {
    ...{ id: 'h1', name: 'HubSpot', acts: ['contact.deleted'], lastUsedAt: null },
    createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  };

  test('one is made with the password, and its address and secret stay shown until they are copied', async () => {
    answer('post', '/api/auth/incoming-webhooks', () => {
      webhooks = [HUBSPOT];
      return { id: 'h1', url: 'https://partners.example/api/ingest/h1', secret: 'whsec_0123' };
    });
    await shown();
    await card('Incoming webhooks').findByText('No incoming webhooks yet. One works until you remove it.');
    await pressToFetch(button('New webhook'));
    await screen.findByText('New incoming webhook');
    await hand.click(button('Make webhook', dialog()));
    await screen.findByText('Enter a name');
    await fillIn(hand, field('Name'), 'HubSpot');
    await fillIn(hand, field('Password'), 'my password');
    await hand.click(dialog().getByLabelText('Never email a contact who unsubscribed'));
    await hand.click(button('Make webhook', dialog()));
    expect((await dialog().findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_0123');
    expect(field('Address').value).toBe('https://partners.example/api/ingest/h1');
    expect(calls.map(({ body }) => body)).toEqual([
      { name: 'HubSpot', acts: ['contact.deleted'], password: 'my password' },
    ]);
    await hand.keyboard('{Escape}');
    await screen.findByText('Copy the secret first. It is lost once this is closed.');
    await hand.click(button('I have copied it', dialog()));
    await card('Incoming webhooks').findByText('HubSpot');
  });

  test('one that is removed is gone', async () => {
    webhooks = [HUBSPOT];
    answer('delete', '/api/auth/incoming-webhooks/:id', () => {
      webhooks = [];
      return { revoked: 1 };
    });
    await shown();
    await hand.click(await screen.findByLabelText('Remove HubSpot'));
    await hand.click(await screen.findByText('Remove webhook', { selector: 'button' }));
    await seeToast({ title: 'Webhook removed', text: 'Posts of HubSpot are refused.' });
    await card('Incoming webhooks').findByText('No incoming webhooks yet. One works until you remove it.');
  });

  test('an auditor has none', async () => {
    answer('get', '/api/auth/user', aUser({ isAuditor: true }));
    await shown();
    await card('Access tokens').findByText('No access tokens yet. They end when you change your password.');
    expect(screen.queryByText('Incoming webhooks')).toBeNull();
  });
});
