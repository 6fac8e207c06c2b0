/** The least distance between emails of different campaigns to one person. It counts local days, so times of day do not add up. */
import { dayAfter, daysLater, instantOf, localDay } from '../shared/zoned.ts';

export type CampaignDistance = { days: number; zone: string };

/**
 * An email to a person that left, may have left, or will leave. `address`: in lower case. `at`: ms since 1970; null: its time is not drawn yet.
 * `planned`: it will leave.
 */
export type PersonEmail = {
  id: string;
  campaignId: string;
  partnerId: string;
  address: string | null;
  at: number | null;
  planned: boolean;
};

/** Finds the emails of other campaigns to a person, and to others who have the same address. */
export function emailsOfOthers(
  emails: readonly PersonEmail[],
): (person: { partnerId: string; email: string | null | undefined }, campaignId: string) => PersonEmail[] {
  const found = new Map<string, PersonEmail[]>();
  const add = (key: string, email: PersonEmail) => {
    const known = found.get(key);
    if (known) known.push(email);
    else found.set(key, [email]);
  };
  for (const email of emails) {
    add(`partner ${email.partnerId}`, email);
    if (email.address !== null) add(`address ${email.address}`, email);
  }
  return ({ partnerId, email }, campaignId) => {
    const byAddress = email ? (found.get(`address ${email.toLowerCase()}`) ?? []) : [];
    const both = new Set([...(found.get(`partner ${partnerId}`) ?? []), ...byAddress]);
    return [...both].filter((other) => other.campaignId !== campaignId);
  };
}

/** The local days on which an email would come too close to those of other campaigns. */
export const closedDays = (others: readonly PersonEmail[], distance: CampaignDistance): ReadonlySet<string> =>
  closedAround(
    others.flatMap(({ at }) => (at === null ? [] : localDay(at, distance.zone))),
    distance,
  );

/** The same by the local days of the others. */
export function closedAround(others: readonly string[], { days }: CampaignDistance): ReadonlySet<string> {
  const closed = new Set<string>();
  for (const day of others) for (let away = 1 - days; away < days; away += 1) closed.add(daysLater(day, away));
  return closed;
}

/** From when on (ms since 1970) another campaign may write to a person who got an email at `last`. */
export const opensAt = (last: number, { days, zone }: CampaignDistance): number =>
  instantOf(daysLater(localDay(last, zone), days), 0, zone);

/** The first instant (ms) from `from` on that is on no closed day. */
export function firstOpen(from: number, closed: ReadonlySet<string>, zone: string): number {
  let day = localDay(from, zone);
  if (!closed.has(day)) return from;
  while (closed.has(day)) day = dayAfter(day);
  return instantOf(day, 0, zone);
}

/** Whether a planned email would leave too soon after one of another campaign. Of two, the later one has to move. */
export const isTooClose = (at: number, others: readonly PersonEmail[], distance: CampaignDistance): boolean =>
  others.some((other) => other.at !== null && other.at <= at && at < opensAt(other.at, distance));
