/** The request bodies of webhooks. */
import { z } from 'zod';
import { stop } from '../shared/text.ts';
import { WEBHOOK_EVENT_NAMES } from '../shared/webhookEvents.ts';

const LONGEST_URL = 2_000;
const INTERNAL = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Whether a URL may lead to a public server. The worker checks again where its name leads, at each delivery. */
function mayBePublic(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, port, hostname } = new URL(text);
  // any form of an IPv4 address is parsed into this one
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  const host = hostname.replace(/\.$/, '');
  const isNamed = !isNumber && host.includes('.') && !INTERNAL.test(host);
  return protocol === 'https:' && username === '' && password === '' && port === '' && isNamed;
}

const NOT_PUBLIC = 'Enter an https URL with the name of a public server, such as https://example.com/hooks';

/** POST and PUT of /api/webhooks. `personal`: names, addresses and texts beside the ids. */
export const webhookSettings = z.object({
  url: z
    .string('Enter the URL')
    .trim()
    .min(1, stop('Enter the URL'))
    .max(LONGEST_URL, stop(`A URL has at most ${LONGEST_URL} characters`))
    .refine(mayBePublic, NOT_PUBLIC),
  events: z
    .array(z.enum(WEBHOOK_EVENT_NAMES, 'There is no such event'))
    .min(1, stop('Select at least one event'))
    .max(WEBHOOK_EVENT_NAMES.length, stop('Select each event once'))
    .refine((events) => new Set(events).size === events.length, 'Select each event once'),
  personal: z.boolean('personal must be true or false'),
});
export type WebhookSettings = z.infer<typeof webhookSettings>;

/** PUT /api/webhooks/:id/on. */
export const webhookSwitch = z.object({ on: z.boolean('on must be true or false') });

const BEFORE = 'before must be that of the page before';
export const deliveriesQuery = z.object({
  before: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, BEFORE)
    .optional(),
});
