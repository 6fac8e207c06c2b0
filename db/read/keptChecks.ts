import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import {
  CHECK_VERSION,
  type CheckedCampaign,
  type CheckedMessage,
  type CheckedProfile,
  textChecker,
} from '../../events/messages/check/checkText.ts';
import type { Flaw } from '../../events/messages/check/flaw.ts';
import { personOf } from '../../events/shared/event.ts';
import { ref, type Store } from '../store.ts';
import type { KeptCheck, ListedMessage, MessageRow } from './messages.ts';
import { keepSimilar, similarityBands } from './similarTexts.ts';
import { checkBy } from './textCheck.ts';

/** The flaws of a message's text. null: not known yet. */
export type KeptFlaws = (row: MessageRow) => Flaw[] | null;

/** What the rules said of one text. `checked`: the hash of all that it follows from. */
export type Kept = Pick<KeptCheck, 'checked' | 'flaws'>;

/** `facts`: the hash of the campaign and the profile. */
type Checker = {
  facts: string;
  check: (message: CheckedMessage) => Flaw[];
  hashOf: (message: CheckedMessage) => string;
};

const hashOf = (what: unknown): string => createHash('sha256').update(JSON.stringify(what)).digest('base64url');

/** The hash of the campaign and the profile that its texts are checked against. */
export function checkedFacts(campaign: CheckedCampaign, profile: CheckedProfile): string {
  const { text, offer, language, followUps, abTest } = campaign;
  const { businessName, industry, description, userFullName, jobTitle } = profile;
  const { contactEmail, contactPhone, postalAddress, bookingLink } = profile;
  return hashOf([
    ...[CHECK_VERSION, text, offer, language, followUps, abTest, businessName, industry, description],
    ...[userFullName, jobTitle, contactEmail, contactPhone, postalAddress, bookingLink],
  ]);
}

/** The check of a campaign's texts, and the hash of all that its answer follows from. */
function checkerOf(campaign: CheckedCampaign, profile: CheckedProfile, kept: Kept | null = null): Checker {
  const facts = checkedFacts(campaign, profile);
  const checked = new Map<string, Flaw[]>(kept ? [[kept.checked, kept.flaws]] : []);
  let check: Checker['check'] | undefined;
  const checker: Checker = {
    facts,
    check(message) {
      const hash = checker.hashOf(message);
      check ??= textChecker(campaign, profile);
      const flaws = checked.get(hash) ?? check(message);
      checked.set(hash, flaws);
      return flaws;
    },
    hashOf({ text, byPerson, earlier, parts = [], partner }) {
      const { person, platform, otherPlatforms, industry, followersCount, engagementRate } = partner;
      const known = [person, platform, otherPlatforms, industry, followersCount, engagementRate];
      return hashOf([facts, text.subject, text.body, byPerson, earlier, parts, known]);
    },
  };
  return checker;
}

/** The check of a campaign's texts. What was kept of the very same text and facts is not checked again. */
export const checkWithKept = (
  campaign: CheckedCampaign,
  profile: CheckedProfile,
  kept: Kept | null,
): Checker['check'] => checkerOf(campaign, profile, kept).check;

/** Checks a message by the rules, or takes what they said of the same text and facts before, and keeps it. Answers its open flaws. */
async function checkAndKeep(
  store: Store,
  tenant: string,
  { facts, check, hashOf }: Checker,
  row: MessageRow & { kept?: ListedMessage['kept'] },
  rows: readonly MessageRow[],
): Promise<Flaw[]> {
  // without a person nothing is checked, which is known, too
  const result = { hash: '', flaws: [] as Flaw[] };
  const checkMessage = checkBy((message) => {
    const hash = hashOf(message);
    const flaws = row.kept?.checked === hash ? row.kept.flaws : check(message);
    Object.assign(result, { hash, flaws });
    return flaws;
  });
  const open = checkMessage(row, rows);
  const { sql } = store;
  const bands = similarityBands(row.state);
  await sql`
    select queue.keep_text_check(${tenant}, ${row.id}, ${personOf(`message-${row.id}`)}, ${result.hash}, ${sql.json(result.flaws)}, k, ${open.length > 0}, ${bands}, ${facts})
    from queue.text_key(${JSON.stringify(row.state)}::text::jsonb, ${CHECK_VERSION}) k where k is not null`;
  await keepSimilar(store, tenant, row, bands);
  return open;
}

/**
 * The kept results of a campaign's text checks. It checks nothing: a text that changed, or whose facts changed, is not known until the worker has
 * checked it. Nothing is kept of the past, so there it checks, for at most `patience` (ms).
 */
export async function readKeptFlaws(
  store: Store,
  tenant: string,
  campaign: CheckedCampaign,
  rows: readonly ListedMessage[],
  patience = 0,
): Promise<KeptFlaws> {
  const { state: profile } = await store.load(tenant, ref('profile', tenant));
  const checker = checkerOf(campaign, profile);
  const kept = new Map(rows.flatMap((row) => (row.kept ? [[row.kept.checked, row.kept.flaws]] : [])));
  let isKnown = true;
  const checkMessage = checkBy((message) => {
    const flaws = kept.get(checker.hashOf(message));
    isKnown = flaws !== undefined;
    return flaws ?? [];
  });
  if (store.standsAt !== null) {
    const until = Date.now() + patience;
    const checkPast = checkBy((message) => {
      const flaws = checker.check(message);
      kept.set(checker.hashOf(message), flaws);
      return flaws;
    });
    for (const row of rows) {
      if (Date.now() > until) break;
      await nextTick();
      checkPast(row, rows);
    }
  }
  return (row) => {
    isKnown = true;
    const flaws = checkMessage(row, rows);
    return isKnown ? flaws : null;
  };
}

/** The check of texts that were saved, or may be outdated. `keep`: so that the lists know what the check says. */
export function keepingCheckOf(campaign: CheckedCampaign, profile: CheckedProfile) {
  const checker = checkerOf(campaign, profile);
  return {
    checkMessage: checkBy(checker.check),
    keep: (
      store: Store,
      tenant: string,
      row: MessageRow & { kept?: ListedMessage['kept'] },
      rows: readonly MessageRow[],
    ): Promise<Flaw[]> => checkAndKeep(store, tenant, checker, row, rows),
  };
}
