import type { Page } from 'playwright-core';

/** Something that a route waits for until it is let go. */
export function hold(): { held: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
}

/** A form's rules stay on their way until released. A page that loads afterwards asks for them. */
export async function holdRules(page: Page): Promise<{ release: () => void }> {
  const { held, release } = hold();
  let asked = false;
  await page.route(/\/assets\/schemas-/, async (route) => {
    asked = true;
    await held;
    await route.continue();
  });
  return {
    release: () => {
      if (!asked) throw new Error('The page never asked for the rules of its form.');
      release();
    },
  };
}
