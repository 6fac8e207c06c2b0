import { Hono } from 'hono';
import { securityLog } from '../../db/accounts/securityLog.ts';
import { securityQuery } from '../../events/accounts/securityInput.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { type SecurityLogView, securityLogSchema } from '../views.ts';

const ROWS = 50;

/** Admins read here what happened at the doors. */
export const securityLogRoutes = ({ store }: Deps) =>
  new Hono<Env>().get('/admin/security-log', answers(securityLogSchema), check('query', securityQuery), async (c) => {
    const rows = await securityLog(store.sql, c.req.valid('query'), ROWS + 1);
    const page = rows.slice(0, ROWS);
    const view: SecurityLogView = {
      rows: page.map(({ firstAt, lastAt, userId, ...row }) => ({
        ...row,
        userId: userId || null,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
      next: rows.length > ROWS ? (page.at(-1)?.id ?? null) : null,
    };
    return c.json(view, 200);
  });
