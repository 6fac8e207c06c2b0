import { Hono } from 'hono';
import { FaultOrder, type Faults } from './faults.ts';

/** PUT /faults sets what goes wrong, GET /faults shows it. */
export const faultRoutes = (faults: Faults) => {
  const app = new Hono();
  app.get('/', (c) => c.json({ faults: faults.list() }, 200));
  app.put('/', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    if (body === undefined) return c.json({ error: 'The body is not JSON.' }, 400);
    const order = FaultOrder.safeParse(body);
    if (!order.success) {
      const details = order.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
      return c.json({ error: `Not a fault: ${details.join('; ')}`, details }, 400);
    }
    faults.set(order.data);
    return c.json({ faults: faults.list() }, 200);
  });
  return app;
};
