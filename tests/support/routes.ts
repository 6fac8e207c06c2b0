import { z } from 'zod';
import { type Declaration, declarationOf, type Need, needOf } from '../../api/http/contract.ts';
import { routesOnly } from './heldToContract.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;
export type Route = {
  /** `METHOD /path/:id` */
  call: string;
  method: string;
  path: string;
  need: Need;
  /** Whether a handler says it, instead of the method and the path. */
  declaresNeed: boolean;
  /** Empty: it is a page or a call from outside, without a declaration. */
  answers: NonNullable<Declaration['answers']>;
  inputs: { query?: JsonSchema; json?: JsonSchema };
};

/** It does not end by itself. */
export const STREAM = 'GET /api/events/stream';

/** Every route of the app, with what its handlers declare. */
export function allRoutes(app: Pick<ReturnType<typeof routesOnly>, 'routes'> = routesOnly()): Route[] {
  const declared = new Map<string, Declaration[]>();
  for (const { method, path, handler } of app.routes) {
    const call = `${method} ${path}`;
    if (method !== 'ALL') declared.set(call, [...(declared.get(call) ?? []), declarationOf(handler) ?? {}]);
  }
  return [...declared].map(([call, some]) => {
    const [method = '', path = ''] = call.split(' ');
    const inputs = some.flatMap(({ input }) => (input ? [input] : []));
    const schemas = inputs.map(({ target, schema }) => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
      return [target, json] as const;
    });
    return {
      ...{
        call,
        method,
        path,
        need: needOf(method, path, some),
        declaresNeed: some.some(({ need }) => need !== undefined),
        inputs: Object.fromEntries(schemas),
      },
      answers: Object.assign({}, ...some.map(({ answers }) => answers ?? {})),
    };
  });
}
