import { STATUS_CODES } from 'node:http';
import type { RouterRoute } from 'hono/types';
import { z } from 'zod';
import { toldSchema } from '../../events/public/told.ts';
import { TOLD_NAMES, type ToldName, WEBHOOK_EVENTS } from '../../events/shared/webhookEvents.ts';
import * as views from '../views.ts';
import { type Declaration, declarationOf, type Need, needOf } from './contract.ts';
import { EXAMPLES } from './examples.ts';

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  parameters: Json[];
  responses: Json;
  security: Declaration['security'];
} & Json;

/** The schemas of views.ts by name: `campaignStatusSchema` becomes `CampaignStatus`. */
function namedSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(views))
    registry.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1).replace(/Schema$/, '') });
  return registry;
}

/** `GET /api/campaigns/:id/sends` is `getCampaignsByIdSends`. */
const operationId = (method: string, path: string): string =>
  `${method}${path.replace(/^\/api/, '').replace(/:/g, 'by-')}`.replaceAll(/[/-]+(\w)/g, (_, first: string) =>
    first.toUpperCase(),
  );

/** With a session, an access token will do as well, unless the route is for people alone. */
function withToken(security: Declaration['security'], need: Need): Declaration['security'] {
  const bySession = security?.some((way) => 'session' in way);
  return bySession && need !== 'browser' ? [...(security ?? []), { token: [need] }] : security;
}

function newOperation(method: string, path: string, security: Declaration['security']): Operation {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return {
    operationId: operationId(method.toLowerCase(), path),
    tags: [path.split('/')[2]],
    security,
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: { default: { $ref: '#/components/responses/Error' } },
  };
}

function addInput(operation: Operation, { target, schema }: NonNullable<Declaration['input']>): void {
  const example = EXAMPLES[operation.operationId];
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (target === 'json') {
    operation.requestBody = {
      required: true,
      content: { 'application/json': { schema: json, ...(example && { example }) } },
    };
    return;
  }
  for (const [name, value] of Object.entries(json.properties ?? {})) {
    const ofPath = target === 'param' && operation.parameters.find((parameter) => parameter.name === name);
    if (ofPath) ofPath.schema = value;
    else
      operation.parameters.push({ name, in: target, required: json.required?.includes(name) ?? false, schema: value });
  }
}

const DELIVERY = `Signed as Standard Webhooks says (webhook-id, webhook-timestamp, webhook-signature). Each event arrives at least once: drop a webhook-id that you have seen. Events of one stream are queued in order, but retries may overtake: order them by data.stream and data.sequence. Answer 2xx within 10 seconds; anything else is tried again for three days, and 410 switches the webhook off. Personal fields come only if the webhook asks for them.`;

/** The OpenAPI operation of a webhook's post. */
function told(type: ToldName): Json {
  const { $schema, ...schema } = z.toJSONSchema(toldSchema(type));
  const summary = type in WEBHOOK_EVENTS ? WEBHOOK_EVENTS[type as keyof typeof WEBHOOK_EVENTS] : 'A test by hand';
  const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  return {
    post: {
      ...{ operationId: `webhook ${type}`, summary, description: DELIVERY, tags: ['webhooks'], security: [] },
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Taken' }, 410: { description: 'Switch the webhook off' } },
    },
  };
}

/** The OpenAPI document of the calls, made of what their routes declare. */
export function openApi(routes: readonly RouterRoute[], version: string, sessionCookie: string): string {
  const operations = new Map<string, Operation>();
  const declarations = new Map<string, Declaration[]>();
  const answered: Record<string, z.ZodType> = { error: views.errorSchema };
  // a middleware's declarations hold for the routes after it
  let security: Declaration['security'] = [];
  for (const { method, path, handler } of routes) {
    const declared = declarationOf(handler);
    if (!declared) continue;
    if (method === 'ALL') {
      security = declared.security ?? security;
      continue;
    }
    const key = `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;
    const operation = operations.get(key) ?? newOperation(method, path, security);
    operations.set(key, operation);
    declarations.set(key, [...(declarations.get(key) ?? []), declared]);
    if (declared.security) operation.security = declared.security;
    if (declared.input) addInput(operation, declared.input);
    for (const [status, answer] of Object.entries(declared.answers ?? {})) {
      const isFile = typeof answer === 'string';
      if (!isFile) answered[`${key} ${status}`] = answer;
      const content = isFile ? { [answer]: {} } : { 'application/json': { schema: `${key} ${status}` } };
      operation.responses[status] = { description: STATUS_CODES[status], content };
    }
  }
  const paths: Record<string, Json> = {};
  for (const [key, operation] of operations) {
    const [method = '', path = ''] = key.split(' ');
    const need = needOf(method.toUpperCase(), path, declarations.get(key) ?? []);
    operation.security = withToken(operation.security, need);
    // http/idempotencyKeys.ts
    if (method === 'post' && need !== 'read' && need !== 'browser')
      operation.parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
    paths[path] = { ...paths[path], [method]: operation };
  }
  // one object of all answers, so a shared schema is written once
  const { properties, $defs } = z.toJSONSchema(z.object(answered), { metadata: namedSchemas() });
  const error = { description: 'Refused or failed', content: { 'application/json': { schema: 'error' } } };
  const parameters = {
    IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 1, maxLength: 255 } },
  };
  const securitySchemes = {
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'pp_…' },
    feedToken: { type: 'http', scheme: 'bearer' },
    webhookSignature: { type: 'apiKey', in: 'header', name: 'webhook-signature' },
  };
  const document = {
    ...{ openapi: '3.1.1', info: { title: 'Partner Pilot', version }, paths },
    webhooks: Object.fromEntries(TOLD_NAMES.map((type) => [type, told(type)])),
    components: { schemas: $defs, parameters, responses: { Error: error }, securitySchemes },
  };
  const withSchemas = (name: string, value: unknown) =>
    name === 'schema' && typeof value === 'string' ? properties?.[value] : value;
  return JSON.stringify(document, withSchemas).replaceAll('"#/$defs/', '"#/components/schemas/');
}
