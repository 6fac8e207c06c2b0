import type { Page, Route } from 'playwright-core';

/** Has the next call of this method answered by hand; all others go on as they would. */
export async function nextAnswer(
  page: Page,
  method: string,
  pattern: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let answered = false;
  await page.route(pattern, async (route) => {
    if (answered || route.request().method() !== method) return route.fallback();
    answered = true;
    await answer(route);
  });
}

/** A server that fails, with words for a person or without any. */
export const failedWith =
  (status: number, error?: string) =>
  (route: Route): Promise<void> =>
    route.fulfill(error ? { status, json: { error } } : { status, body: '' });
