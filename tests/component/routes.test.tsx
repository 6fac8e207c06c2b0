import { expect, test } from 'vitest';
import { ROUTES, routeAt } from '../../web/app/routes.ts';

test('no screen hides another one, and no key leads to two', () => {
  for (const route of ROUTES) expect(routeAt(route.path.replace(/:\w+\??/g, 'one')), route.path).toBe(route);
  const keys = ROUTES.flatMap((route) => route.keys ?? []);
  expect(keys).toEqual([...new Set(keys)]);
});
