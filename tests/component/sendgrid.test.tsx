import { generateKeyPairSync } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EmailSettingsView } from '../../api/views.ts';
import type { EmailSettingsForm } from '../../events/sending/mailInput.ts';
import { SendGridAccount } from '../../web/features/settings/providers/sendGrid.tsx';
import { answer, type Call, calls, failed, hold } from './support/api.ts';
import { fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { emailSettings } from './support/views.ts';

const NOTHING = emailSettings({ emailProvider: null, fromEmail: null, hasSendGridKey: false });
const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');

/** The settings as the server keeps them. */
let stored: EmailSettingsView;
const saves = ({ body }: Call): EmailSettingsView => {
  const { emailProvider, fromEmail, sendgridApiKey, webhookPublicKey } = body as EmailSettingsForm;
  stored = {
    ...stored,
    emailProvider,
    fromEmail: fromEmail?.toLowerCase() ?? stored.fromEmail,
    hasSendGridKey: stored.hasSendGridKey || sendgridApiKey !== undefined,
    hasWebhookKey: stored.hasWebhookKey || webhookPublicKey !== undefined,
  };
  return stored;
};
beforeEach(() => {
  answer('get', '/api/campaigns', []);
  stored = emailSettings();
  answer('get', '/api/email-settings', () => stored);
  answer('put', '/api/email-settings', saves);
});

let hand: UserEvent;
async function shown(settings: EmailSettingsView = stored): Promise<void> {
  stored = settings;
  hand = await renderPart(<SendGridAccount />);
  await screen.findByText('Save Email Settings');
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const from = () => field('From email');
const key = () => field('SendGrid API key');
const button = () => screen.getByText('Save Email Settings').closest('button') as HTMLButtonElement;
const save = () => hand.click(button());
const inFocus = (input: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(input()));
const REQUIRED = {
  title: 'Validation Error',
  text: 'From email and SendGrid API key are required for SendGrid',
  variant: 'destructive',
} as const;

describe('SendGrid', () => {
  test('what is missing or wrong is said beside its field and in a notice, with the first in focus', async () => {
    await shown(NOTHING);
    expect(key().type).toBe('password');
    for (const [email, secret, alerts, first] of [
      ['', '', 2, from],
      ['sam@northwind.example', '', 1, key],
      ['', 'SG.secret', 1, from],
    ] as const) {
      await fillIn(hand, from(), email);
      await fillIn(hand, key(), secret);
      await save();
      await seeToast(REQUIRED);
      expect(screen.getAllByRole('alert')).toHaveLength(alerts);
      await inFocus(first);
    }
    await fillIn(hand, from(), 'sam at northwind');
    await save();
    await screen.findByText('Please enter a valid email address');
    expect(calls).toEqual([]);
  });

  test('is saved once; the key field is empty again, and the key is shown as set', async () => {
    await shown(NOTHING);
    await fillIn(hand, from(), 'Sam@Northwind.example');
    await fillIn(hand, key(), 'SG.secret-one');
    await hand.dblClick(button());
    await seeToast({ title: 'Email Settings Updated', text: 'The next email goes out this way.' });
    const body = { emailProvider: 'sendgrid', fromEmail: 'Sam@Northwind.example', sendgridApiKey: 'SG.secret-one' };
    // the key is tested first
    expect(calls).toEqual([{ method: 'PUT', path: '/api/email-settings?check=true', body }]);
    await screen.findByText('API Key Set');
    expect(key().value).toBe('');
    expect(from().value).toBe('sam@northwind.example');
  });

  test('a stored key counts as present and is not sent', async () => {
    await shown();
    await fillIn(hand, from(), 'pat@northwind.example');
    await save();
    await seeToast({ title: 'Email Settings Updated' });
    const body = { emailProvider: 'sendgrid', fromEmail: 'pat@northwind.example' };
    expect(calls).toEqual([{ method: 'PUT', path: '/api/email-settings', body }]);
  });

  test('what is typed while the settings are being saved stays', async () => {
    const { held, release } = hold();
    answer('put', '/api/email-settings', async (call) => {
      await held;
      return saves(call);
    });
    await shown();
    await fillIn(hand, from(), 'one@northwind.example');
    await fillIn(hand, key(), 'SG.secret-three');
    await save();
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    await fillIn(hand, from(), 'two@northwind.example');
    release();
    await seeToast({ title: 'Email Settings Updated' });
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
    expect(from().value).toBe('two@northwind.example');
    expect(key().value).toBe('');
    expect(stored.fromEmail).toBe('one@northwind.example');
  });
});

describe('the event webhook', () => {
  const address = () => field('Webhook address');
  const copy = () => hand.click(screen.getByLabelText('Copy the address'));

  test('its address is copied by a button; where there is no clipboard, it is selected', async () => {
    await shown();
    expect(address().value).toBe(stored.webhookUrl);
    await copy();
    await seeToast({ title: 'Address Copied' });
    expect(await navigator.clipboard.readText()).toBe(stored.webhookUrl);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no clipboard'));
    await copy();
    await seeToast({ title: 'Not Copied', text: 'It is selected. Copy it with your keyboard.' });
    const { selectionStart, selectionEnd, value } = address();
    expect([selectionStart, selectionEnd]).toEqual([0, value.length]);
    expect(calls).toEqual([]);
  });

  test('a wrong verification key is said beside its field, in focus, and nothing is sent', async () => {
    await shown();
    const part = within(screen.getByText(/^Event webhook/).closest('section') as HTMLElement);
    part.getByText('With it, bounces and spam reports stop further emails to that person automatically.');
    await fillIn(hand, field('Verification key'), KEY.slice(0, -9));
    await save();
    await part.findByText(/^This is not a verification key of SendGrid/);
    await inFocus(() => field('Verification key'));
    expect(calls).toEqual([]);
  });

  test('a verification key is sent once, without the spaces around it, and then shown as set', async () => {
    await shown();
    expect(screen.queryByText('Key Set')).toBeNull();
    await fillIn(hand, field('Verification key'), ` ${KEY} `);
    await hand.dblClick(button());
    await seeToast({ title: 'Email Settings Updated' });
    expect(calls).toMatchObject([{ body: { emailProvider: 'sendgrid', webhookPublicKey: KEY } }]);
    await screen.findByText('Key Set');
    expect(field('Verification key').value).toBe('');
    await save();
    await seeToast({ title: 'Email Settings Updated' });
    expect(calls.at(-1)?.body).not.toHaveProperty('webhookPublicKey');
  });
});

describe('the region and the test email', () => {
  const region = () => field('Region') as unknown as HTMLSelectElement;

  test('another region needs another key, which is sent with it', async () => {
    await shown();
    await hand.selectOptions(region(), 'EU');
    await save();
    await inFocus(key);
    screen.getByText(/^Enter an API key of that region/);
    await hand.type(key(), 'SG.eu-1');
    await save();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ sendgridApiKey: 'SG.eu-1', sendgridRegion: 'eu' });
  });

  test('a test email that left says what SendGrid lists, until another sender or key is saved', async () => {
    await shown();
    for (const [sender, text] of [
      ['address', /Authenticate the domain, too/],
      ['neither', /neither its domain nor its address/],
      ['unchecked', /couldn't be looked up/],
      ['domain', /domain is authenticated/],
    ] as const) {
      answer('post', '/api/sendgrid/test', { success: true as const, sender });
      await hand.click(screen.getByText('Send Test Email'));
      await screen.findByText(text);
    }
    const forgottenAfter = async (change: () => Promise<void>) => {
      await screen.findByText(/^SendGrid took the test email\. Check the inbox of (sam|kim)@/);
      await change();
      await save();
      await seeToast({ title: 'Email Settings Updated' });
      await waitFor(() => expect(screen.queryByText(/^SendGrid took the test email/)).toBeNull());
    };
    await forgottenAfter(() => fillIn(hand, from(), 'kim@northwind.example'));
    await hand.click(screen.getByText('Send Test Email'));
    await forgottenAfter(() => fillIn(hand, key(), 'SG.another'));
  });

  test('a refused one says why; with unsaved changes there is none', async () => {
    answer('post', '/api/sendgrid/test', () => failed(422, 'SendGrid refused the API key.'));
    await shown();
    await hand.click(screen.getByText('Send Test Email'));
    await seeToast({ title: 'Test Failed', text: 'SendGrid refused the API key.', variant: 'destructive' });
    await hand.type(key(), 'SG.new');
    expect(screen.getByText<HTMLElement>('Send Test Email').closest('button')?.disabled).toBe(true);
  });

  test('it can be disconnected, and then asks for a key again', async () => {
    answer('post', '/api/sendgrid/disconnect', () => {
      stored = { ...stored, hasSendGridKey: false };
      return Response.json({ success: true });
    });
    await shown();
    await hand.dblClick(screen.getByText('Disconnect'));
    await seeToast({ title: 'SendGrid Disconnected', text: 'No more emails go out from it.' });
    await waitFor(() => expect(screen.queryByText('Disconnect')).toBeNull());
    screen.getByText('Stored encrypted, never shown again.');
    expect(screen.queryByText('Send Test Email')).toBeNull();
    expect(calls.filter(({ path }) => path === '/api/sendgrid/disconnect')).toHaveLength(1);
  });
});
