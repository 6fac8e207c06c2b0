/** What the DNS says of the domain that a tenant sends from: checked on each change of the sender, once a day, and when the user asks. */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { EMAIL_PROVIDERS, type EmailProvider } from '../shared/options.ts';
import { DOMAIN_CHECKS, DOMAIN_CODES, type DomainFinding } from './domainPolicy.ts';

const finding = z.object({ check: z.enum(DOMAIN_CHECKS), code: z.enum(DOMAIN_CODES) });
const signature = z.object({ domain: z.string(), selector: z.string() });
export type Signature = z.infer<typeof signature>;
/** What was found, and the DNS records that fix it: they name the domain, and a domain may name a person. */
const detail = z.object({
  found: z.array(z.string()),
  fixes: z.array(z.object({ type: z.enum(['TXT', 'MX', 'CNAME']), host: z.string(), value: z.string() })),
});

export const senderDomainDefinitions = {
  DomainCheckRequested: { version: 1, data: z.object({ requestId: z.string() }) },
  /** `findings` and `details` are in one order. `requestId`: null where nobody asked. */
  DomainChecked: {
    version: 1,
    data: z.object({
      requestId: z.string().nullable(),
      provider: z.enum(EMAIL_PROVIDERS),
      findings: z.array(finding),
    }),
    personal: z.object({ domain: z.string(), details: z.array(detail) }),
  },
  /** A test email came back to its mailbox. `signatures`: by which it was signed on its way (DKIM-Signature: `d=` and `s=`). */
  TestMailReturned: {
    version: 1,
    data: z.object({ requestId: z.string() }),
    personal: z.object({ domain: z.string(), signatures: z.array(signature) }),
  },
  /** There is no sender whose domain could be checked. */
  DomainCheckSkipped: { version: 1, data: z.object({ requestId: z.string().nullable() }) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type SenderDomainEvent = EventOf<typeof senderDomainDefinitions>;

export type SenderDomainState = {
  /** The open request; null: none. */
  requestId: string | null;
  requestedAt: string | null;
  checkedAt: string | null;
  provider: EmailProvider | null;
  domain: string | null;
  findings: DomainFinding[];
  /** How the last test email that came back was signed, and from which domain it was; null: none did. */
  returned: { requestId: string; domain: string; signatures: Signature[] } | null;
};

const initial: SenderDomainState = {
  requestId: null,
  requestedAt: null,
  checkedAt: null,
  provider: null,
  domain: null,
  findings: [],
  returned: null,
};

function evolve(state: SenderDomainState, event: Recorded<SenderDomainEvent>): SenderDomainState {
  switch (event.type) {
    case 'DomainCheckRequested':
      return { ...state, requestId: event.data.requestId, requestedAt: event.at };
    case 'DomainChecked': {
      const { provider, findings } = event.data;
      const { domain = null, details = [] } = event.personal ?? {};
      const whole = findings.map((one, index) => ({ ...one, ...(details[index] ?? { found: [], fixes: [] }) }));
      return { ...state, requestId: null, requestedAt: null, checkedAt: event.at, provider, domain, findings: whole };
    }
    case 'TestMailReturned':
      return { ...state, returned: event.personal && { requestId: event.data.requestId, ...event.personal } };
    case 'DomainCheckSkipped':
    case 'PersonErased':
      return initial;
  }
}

export const senderDomain: Aggregate<SenderDomainState, SenderDomainEvent> = {
  kind: 'domain',
  definitions: senderDomainDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

/** A request that no worker answered in this time is made again. */
const OPEN_MS = 60_000;

/** Joins a check that is under way. `now`: ISO 8601. */
export const requestDomainCheck = (state: SenderDomainState, requestId: string, now: string): SenderDomainEvent[] =>
  state.requestedAt !== null && Date.parse(now) - Date.parse(state.requestedAt) < OPEN_MS
    ? []
    : [{ type: 'DomainCheckRequested', data: { requestId } }];

export function recordDomainCheck(
  { requestId }: SenderDomainState,
  { domain, provider, findings }: { domain: string; provider: EmailProvider; findings: readonly DomainFinding[] },
): SenderDomainEvent[] {
  return [
    {
      type: 'DomainChecked',
      data: { requestId, provider, findings: findings.map(({ check, code }) => ({ check, code })) },
      personal: { domain, details: findings.map(({ found, fixes }) => ({ found, fixes })) },
    },
  ];
}

/** A test email that came back. The same one again is no event. */
export const recordReturnedTest = (
  { returned }: SenderDomainState,
  { requestId, ...personal }: { requestId: string; domain: string; signatures: Signature[] },
): SenderDomainEvent[] =>
  returned?.requestId === requestId ? [] : [{ type: 'TestMailReturned', data: { requestId }, personal }];

/** Ends a request without a result; what was known of a former sender is forgotten. */
export const skipDomainCheck = (state: SenderDomainState): SenderDomainEvent[] =>
  state.requestId === null && state.domain === null
    ? []
    : [{ type: 'DomainCheckSkipped', data: { requestId: state.requestId } }];
