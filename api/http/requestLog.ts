import { createMiddleware } from 'hono/factory';
import { logOf, perCall } from '../../db/process/logger.ts';
import { requests } from '../../db/process/processMetrics.ts';
import type { Env } from '../context.ts';

const log = logOf('api');

/** A line and a measurement of each request. The route's pattern names no one; an address might. */
export const requestLog = createMiddleware<Env>(async (c, next) => {
  const start = performance.now();
  await next();
  const ms = Math.round(performance.now() - start);
  const facts = { method: c.req.method, route: c.req.routePath, status: c.res.status };
  requests.observe(facts, ms / 1000);
  log[perCall]({ ...facts, ms, requestId: c.get('requestId') }, 'request');
});
