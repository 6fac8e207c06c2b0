import type { Page, Route } from 'playwright-core';
import { nextAnswer } from './answers.ts';
import { readyPerson } from './outreach.ts';
import type { Person } from './person.ts';
import { type Screens, startScreens } from './screens.ts';
import { seeToast } from './toast.ts';

/** An installation of its own, and its admin before the Admin Panel. */
export type AdminPage = {
  screens: Screens;
  admin: Person;
  page: Page;
  card(title: string): ReturnType<Page['getByRole']>;
  /** Goes to another place of the app without loading the page anew. */
  go(path: string): Promise<void>;
  toast(title: string, text?: string | RegExp, variant?: 'default' | 'destructive'): Promise<void>;
  /** Has the next call of this method answered by hand. */
  next(method: string, pattern: string, answer: (route: Route) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

/** `before` makes what the page shall find; the page itself is blank, for the test to open. Its clock can be put forward. */
export async function startAdmin(before: (screens: Screens, admin: Person) => Promise<void>): Promise<AdminPage> {
  const screens = await startScreens();
  // the first account of an installation is its admin
  const { person: admin } = await readyPerson(screens.app, 0);
  await before(screens, admin);
  const page = await screens.visit('/api/health', admin, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.clock.install();
  return {
    screens,
    admin,
    page,
    card: (title) => page.getByRole('region', { name: title, exact: true }),
    go: (path) => page.evaluate((to) => window.history.pushState(null, '', to), path),
    toast: (title, text, variant = 'default') => seeToast(page, { title, variant, ...(text && { text }) }),
    next: (method, pattern, answer) => nextAnswer(page, method, pattern, answer),
    async stop() {
      await page.context().close();
      await screens.stop();
    },
  };
}
