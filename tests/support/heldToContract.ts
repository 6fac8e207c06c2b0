import { z } from 'zod';
import { createApp } from '../../api/app.ts';
import type { Deps } from '../../api/context.ts';
import { declarationOf } from '../../api/http/contract.ts';
import { errorSchema } from '../../api/views.ts';

type App = Pick<ReturnType<typeof createApp>, 'router' | 'fetch'>;

/** An app without a database, for its routes alone. */
export const routesOnly = () =>
  createApp({ publicUrl: 'http://localhost', version: 'test', configured: {}, webFolder: null } as unknown as Deps);

/** The protocol of agents has errors of its own. */
const agentError = z.union([errorSchema, z.looseObject({ jsonrpc: z.literal('2.0') })]);

/** What the route of a call declares, by status; undefined: the call is outside the contract. */
export function declaredAnswers({ router }: App, method: string, path: string) {
  const declared = router.match(method, path)[0].map(([[handler]]) => declarationOf(handler)?.answers);
  return declared.find((answers): answers is Record<number, z.ZodType | string> => answers !== undefined);
}

async function problemOf(app: App, { method, url }: Request, response: Response): Promise<string | null> {
  const path = new URL(url).pathname;
  const { status, headers } = response;
  if (!path.startsWith('/api/') || !headers.get('Content-Type')?.startsWith('application/json')) return null;
  const declared = declaredAnswers(app, method, path);
  const schema =
    declared?.[status] ?? (status >= 400 ? (path === '/api/mcp' ? agentError : errorSchema) : declared && z.never());
  const { body } = response.clone();
  if (!(schema instanceof z.ZodType) || !body) return null;
  const isPacked = headers.get('Content-Encoding') === 'gzip';
  const text = await new Response(isPacked ? body.pipeThrough(new DecompressionStream('gzip')) : body).text();
  const { error } = schema.safeParse(JSON.parse(text));
  return error ? `${method} ${path} declares another answer for ${status}: ${z.prettifyError(error)}\n${text}` : null;
}

/** Holds every JSON answer of an app to its contract: a wrong one becomes a 500 and stays in the list. */
export function heldToContract(app: App): string[] {
  const problems: string[] = [];
  const { fetch } = app;
  app.fetch = async (request, ...rest) => {
    const response = await fetch(request, ...rest);
    const problem = await problemOf(app, request, response);
    if (problem === null) return response;
    problems.push(problem);
    return new Response(problem, { status: 500 });
  };
  return problems;
}
