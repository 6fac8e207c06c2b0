import { act } from '@testing-library/react';

/** Presses the element that opens a part whose code is fetched. Awaited, because such a part suspends; a hand's click would leave it so. */
export const pressToFetch = (button: HTMLElement): Promise<void> =>
  act(async () => {
    button.focus();
    button.click();
  });
