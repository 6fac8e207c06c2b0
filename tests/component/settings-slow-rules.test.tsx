import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer, calls } from './support/api.ts';
import { aProfile, emailSettings } from './support/views.ts';

/** The rules of both forms stay on their way until they are let go. */
const rules = vi.hoisted(() => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
});
vi.mock('@hookform/resolvers/zod', async (original) => {
  await rules.held;
  return original();
});
vi.mock('../../web/lib/lazyRules.ts', async (original) => ({
  ...(await original<typeof import('../../web/lib/lazyRules.ts')>()),
  lazyRules: (load: () => Promise<unknown>) => () => rules.held.then(load),
}));

beforeEach(() => {
  answer('get', '/api/email-settings', emailSettings());
  answer('put', '/api/email-settings', emailSettings());
  answer('put', '/api/business-profile', aProfile());
});

test('submitted twice while the rules are on their way, each form is sent once', async () => {
  // another file may have fetched the forms with the real rules before
  vi.resetModules();
  const { renderPart } = await import('./support/renderApp.tsx');
  const { SignatureForm } = await import('../../web/features/settings/SignatureForm.tsx');
  const { SendGridAccount } = await import('../../web/features/settings/providers/sendGrid.tsx');
  const hand = await renderPart(
    <>
      <SignatureForm profile={aProfile()} />
      <SendGridAccount />
    </>,
  );
  const busy = () => document.querySelectorAll('button[aria-busy]').length;
  await hand.type(await screen.findByLabelText('From email'), '{Enter}{Enter}');
  await hand.type(screen.getByLabelText('Full name'), '{Enter}{Enter}');
  await waitFor(() => expect(busy()).toBe(2));
  expect(calls).toEqual([]);
  rules.release();
  await waitFor(() => expect(busy()).toBe(0));
  expect(calls.map(({ path }) => path).sort()).toEqual(['/api/business-profile', '/api/email-settings']);
});
