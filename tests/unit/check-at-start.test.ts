import { expect, test, vi } from 'vitest';
import { checkAtStart } from '../../worker/checkAtStart.ts';

test('a check that fails as a worker starts is logged by its name and code alone, and the start goes on', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const refused = Object.assign(new Error('password of ada@a.example'), { code: 'ECONNREFUSED' });
  await checkAtStart('the AI model', () => Promise.reject(refused));
  await checkAtStart('the public link', async () => undefined);
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('The check of the AI model failed at the start (Error ECONNREFUSED)');
  expect(lines[0]).not.toContain('ada@');
});
