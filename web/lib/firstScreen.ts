import type { FirstScreenView } from '../../api/views.ts';
import { FIRST_SCREEN, FIRST_SCREEN_PARTS } from '../../events/shared/firstScreen.ts';

type AnswersByAddress = Map<string, Promise<FirstScreenView>>;
/** Each is used once: who asks again wants to know what it is by then. */
let answers: AnswersByAddress | null = null;

/** What index.html has prefetched as the page opened. */
function askedAhead(): AnswersByAddress {
  const asked: AnswersByAddress = new Map();
  for (const part of FIRST_SCREEN_PARTS) {
    const link = document.querySelector<HTMLLinkElement>(`link[href="/api/first-screen/${part}"]`);
    if (!link) continue;
    // without an answer each call is made on its own, and says what is wrong
    const answered = fetch(link.href, { credentials: 'include' })
      .then((response): Promise<FirstScreenView> | FirstScreenView => (response.ok ? response.json() : {}))
      .catch(() => ({}));
    for (const address of FIRST_SCREEN[part]) asked.set(address, answered);
  }
  return asked;
}

/** The answer of a call that was made as the page opened. */
export async function answeredAhead(address: string): Promise<Response | null> {
  answers ??= askedAhead();
  const answered = answers.get(address);
  answers.delete(address);
  const known = await answered;
  return known && address in known ? Response.json(known[address]) : null;
}

/** When they were asked for, in ms of performance.now(). Known once they are here. */
export const firstScreenAskedAt = (): number | undefined =>
  performance.getEntriesByName(new URL('/api/first-screen/shell', location.href).href)[0]?.startTime;

/** Every call is made from now on. */
export function forgetFirstScreen(): void {
  answers = new Map();
}
