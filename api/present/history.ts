import type { CauseTree, LoggedCause } from '../../db/audit/causes.ts';
import type { Explained } from '../../db/audit/explain.ts';
import type { LoggedEvent } from '../../db/audit/loggedEvent.ts';
import { idOf } from '../../db/store.ts';
import { byWhom } from '../../events/history/eventText.ts';
import { eventId } from '../../events/history/historyEvent.ts';
import { linesOfProof, type MailProof, proofText } from '../../events/history/mailProof.ts';
import { sameJson } from '../../events/shared/sameJson.ts';
import type { CausesView, CauseView, EventView, ExplainView, ListChangesView } from '../views.ts';

/** `viewer`: the reading user, called "you". `owners`: the owner of each workspace. `tokens`: the names of access tokens. */
export type Reader = {
  viewer: string;
  owners: ReadonlyMap<string, string>;
  tokens: ReadonlyMap<string, string>;
};

/** Anyone with the link of an email can unsubscribe its recipient. */
const withoutLink = (text: string): string => text.replace(/\/u\/[\w-]{20,}/g, '/u/…');

/** Removes the address of a person, which only a search for it shows, and the secret of an email that left. */
function shownParts(decoded: LoggedEvent['decoded']): LoggedEvent['decoded'] {
  if (!decoded?.personal) return decoded;
  const { knownEmail: _, ...personal } = decoded.personal as { knownEmail?: unknown; text?: unknown };
  return {
    ...decoded,
    personal: typeof personal.text === 'string' ? { ...personal, text: withoutLink(personal.text) } : personal,
  };
}

export const eventView = (event: LoggedEvent, { viewer, owners, tokens }: Reader): EventView => ({
  ...event,
  decoded: shownParts(event.decoded),
  by: byWhom(
    event.actor,
    event.kind === 'user' ? idOf(event.stream) : (owners.get(event.tenant) ?? null),
    viewer,
    tokens,
  ),
});

/** An event as admins see it. `accounts`: by stream. */
export const adminEventView = (
  event: LoggedEvent,
  reader: Reader,
  accounts: ReadonlyMap<string, NonNullable<EventView['account']>>,
): EventView => ({
  ...eventView(event, reader),
  ...(event.kind === 'user' && { account: accounts.get(event.stream) ?? { email: null, workspaceId: null } }),
});

/** Who did an event, and what led to it. */
export const actorsBehind = ({ event, because }: CauseTree): string[] => [
  event.actor,
  ...because.flatMap(actorsBehind),
];

export function causesView({ event, because }: CauseTree, reader: Reader): CausesView {
  const cause = (one: LoggedCause): CauseView => ({
    ...one,
    event: eventView(one.event, reader),
    because: one.because.map(cause),
  });
  return { event: eventView(event, reader), because: because.map(cause) };
}

/** `names`: of actors, for who may know them; `tokens`: of access tokens. */
export function explainView(
  { message, steps }: Explained,
  owner: string | null,
  viewer: string,
  {
    names,
    tokens,
    proof,
  }: { names?: ReadonlyMap<string, string>; tokens?: ReadonlyMap<string, string>; proof?: MailProof | null },
): ExplainView {
  const by = (actor: string) => names?.get(actor) ?? byWhom(actor, owner, viewer, tokens);
  const { approved, sent } = message;
  return {
    message: {
      ...message,
      sent: sent && { at: sent.at, text: sent.text && { ...sent.text, text: withoutLink(sent.text.text) } },
      approved: approved && { by: by(approved.actor), at: approved.at },
    },
    steps: steps.map(({ actor, ...step }) => ({ ...step, by: by(actor) })),
    proof: proof
      ? linesOfProof(proof).map(([rule, { verdict, event }]) => ({
          rule,
          verdict,
          text: proofText(rule, { verdict }),
          event: event && { id: eventId(event), at: event.at, by: by(event.actor) },
        }))
      : null,
  };
}

/** Compares two states of a list by the ids of its entries. */
export function listChanges<T extends { id: string }>(then: readonly T[], now: readonly T[]): ListChangesView {
  const after = new Map(now.map((item) => [item.id, item]));
  const changed = then.flatMap((item) => {
    const today = after.get(item.id);
    if (!today) return [];
    const fields = (Object.keys(today) as (keyof T & string)[]).filter((name) => !sameJson(item[name], today[name]));
    return fields.length > 0 ? [{ id: item.id, fields }] : [];
  });
  return {
    changed,
    gone: then.filter(({ id }) => !after.has(id)).map(({ id }) => id),
  };
}

type Scalar = number | string | null;

/** Every single value of a view by its path: `trends.responseRate`. */
function scalars(view: object, path = ''): [string, Scalar][] {
  return Object.entries(view).flatMap(([name, value]): [string, Scalar][] =>
    value !== null && typeof value === 'object' ? scalars(value, `${path}${name}.`) : [[`${path}${name}`, value]],
  );
}

/** The values that differ between two views of one shape. */
export function valueChanges(then: object, now: object): { field: string; was: Scalar; now: Scalar }[] {
  const today = new Map(scalars(now));
  return scalars(then).flatMap(([field, value]) => {
    const after = today.get(field) ?? null;
    return after === value ? [] : [{ field, was: value, now: after }];
  });
}
