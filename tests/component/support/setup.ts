import './act.ts';
import { cleanup, configure } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { forgetKept } from '../../../web/lib/keptForTab.ts';
import { queryClient } from '../../../web/lib/queryClient.ts';
import { endAll } from './afterTest.ts';
import { calls, frame, problems, reads, server } from './api.ts';
import { FakeEventSource } from './notices.ts';
import { hearToasts } from './toast.ts';

configure({
  // a screen's code is fetched when it is first shown, which takes a moment on a busy machine
  asyncUtilTimeout: 15_000,
  // not in `act`: React would never resume a part there whose code was still loading
  eventWrapper(event) {
    const done = event();
    flushSync(() => undefined);
    return done;
  },
});

beforeAll(() => {
  server.listen({
    onUnhandledRequest(request) {
      problems.push(`No answer for ${request.method} ${new URL(request.url).pathname}`);
    },
  });
  vi.stubGlobal('EventSource', FakeEventSource);
});
beforeEach(() => {
  calls.length = 0;
  reads.length = 0;
  problems.length = 0;
  hearToasts();
  server.resetHandlers(...frame());
});
afterEach(() => {
  cleanup();
  endAll();
  expect([...new Set(problems)]).toEqual([]);
  queryClient.clear();
  forgetKept();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});
afterAll(() => server.close());
