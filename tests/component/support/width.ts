import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { afterTest } from './afterTest.ts';

/** Every element has this width in px until the end of the test; the returned function changes it. */
export function laidOutAt(px: number): (px: number) => void {
  let width = px;
  const observers: ((entries: []) => void)[] = [];
  const { ResizeObserver } = globalThis;
  const measured = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: (entries: []) => void) {
        observers.push(changed);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  afterTest(() => {
    // only its own: the live notices of all tests come through a stub
    measured.mockRestore();
    vi.stubGlobal('ResizeObserver', ResizeObserver);
  });
  return (to) => {
    width = to;
    act(() => {
      for (const changed of observers) changed([]);
    });
  };
}
