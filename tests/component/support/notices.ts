import { act } from '@testing-library/react';
import type { StreamNotice } from '../../../api/views.ts';

const open = new Set<FakeEventSource>();

/** The browser's EventSource, which happy-dom does not have; notices come from `notice`. */
export class FakeEventSource {
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    open.add(this);
    queueMicrotask(() => this.onopen?.());
  }

  close(): void {
    open.delete(this);
  }
}

/** The stream comes back after an interruption. */
export function reopened(): void {
  act(() => {
    for (const source of open) source.onopen?.();
  });
}

/** Sends the app a notice, as the server does when something has changed. */
export function notice(about: StreamNotice): void {
  act(() => {
    for (const source of open) source.onmessage?.({ data: JSON.stringify(about) });
  });
}
