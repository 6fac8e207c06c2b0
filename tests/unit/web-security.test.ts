import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import {
  useChangePassword,
  useConfirmKey,
  useMakeKey,
  useMakeToken,
  useNewRecoveryCodes,
  useTurnOff,
} from '../../web/features/security/api.ts';

test.each([
  ['password', useChangePassword],
  ['key', useMakeKey],
  ['first code', useConfirmKey],
  ['token', useMakeToken],
  ['code that turns it off', useTurnOff],
  ['recovery codes', useNewRecoveryCodes],
])('what was typed or shown is in no cache once its dialog is gone: %s', async (_, useCall) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ recoveryCodes: ['only-once'] })));
  const client = new QueryClient();
  let send: (typed: never) => Promise<unknown> = async () => undefined;
  function Dialog() {
    send = useCall().mutateAsync;
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Dialog)));
  await send({ password: 'typed' } as never).catch(() => undefined);
  expect(
    client
      .getMutationCache()
      .getAll()
      .map(({ options }) => options.gcTime),
  ).toEqual([0]);
  vi.unstubAllGlobals();
});
