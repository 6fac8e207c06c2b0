import { type Context, Hono } from 'hono';
import { FIRST_SCREEN, FIRST_SCREEN_PARTS } from '../../events/shared/firstScreen.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Env } from '../context.ts';
import type { FirstScreenView } from '../views.ts';

/**
 * Prefetch: the answers of the calls that a page makes as it opens, by their addresses. The browser fetches them in parallel with its code. A
 * call that is refused or fails is left out. `ask`: makes a call with the session of this browser.
 */
export function firstScreenRoutes(ask: (c: Context<Env>, address: string) => Response | Promise<Response>) {
  return new Hono<Env>().get('/api/first-screen/:part', async (c) => {
    const part = FIRST_SCREEN_PARTS.find((known) => known === c.req.param('part'));
    if (!part) throw new Refused('not_found', 'There is no such part of the first screen.');
    const view: FirstScreenView = {};
    const fill = async (address: string): Promise<void> => {
      const answer = await ask(c, address);
      if (answer.ok) view[address] = await answer.json();
    };
    await Promise.all(FIRST_SCREEN[part].map(fill));
    return c.json(view, 200);
  });
}
