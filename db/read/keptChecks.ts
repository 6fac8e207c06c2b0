import { createHash } from 'node:crypto';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
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
import type { ListedMessage, MessageRow } from './messages.ts';
import { checkBy } from './textCheck.ts';

/** The flaws of a message's text. null: not known yet. */
export type KeptFlaws = (row: MessageRow) => Flaw[] | null;

type Checker = { check: (message: CheckedMessage) => Flaw[]; hashOf: (message: CheckedMessage) => string };

const hashOf = (what: unknown): string => createHash('sha256').update(JSON.stringify(what)).digest('base64url');

/** The check of a campaign's texts, and the hash of all that its answer follows from. */
function checkerOf(campaign: CheckedCampaign, profile: CheckedProfile): Checker {
  const { text, offer, language, followUps, abTest } = campaign;
  const { businessName, industry, description, userFullName, jobTitle, contactEmail, contactPhone, postalAddress } =
    profile;
  const facts = hashOf([
    ...[CHECK_VERSION, text, offer, language, followUps, abTest, businessName, industry, description],
    ...[userFullName, jobTitle, contactEmail, contactPhone, postalAddress],
  ]);
  const checked = new Map<string, Flaw[]>();
  let check: Checker['check'] | undefined;
  const checker: Checker = {
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

/** Checks messages one after the other and keeps what it finds. Other work goes on between two. */
async function checkAndKeep(
  { sql, standsAt }: Store,
  tenant: string,
  { check, hashOf }: Checker,
  messages: readonly MessageRow[],
  rows: readonly MessageRow[],
  found = new Map<string, Flaw[]>(),
): Promise<void> {
  let hash: string | undefined;
  const checkMessage = checkBy((message) => {
    hash = hashOf(message);
    const flaws = check(message);
    found.set(hash, flaws);
    return flaws;
  });
  for (const row of messages) {
    await nextTick();
    hash = undefined;
    checkMessage(row, rows);
    const flaws = hash && found.get(hash);
    if (flaws && standsAt === null)
      await sql`
        select queue.keep_text_check(${tenant}, ${row.id}, ${personOf(`message-${row.id}`)}, ${hash ?? ''}, ${sql.json(flaws)})`;
  }
}

/** The checks that are under way in this process, by tenant and what is checked. */
const running = new Map<string, { found: ReadonlyMap<string, Flaw[]>; done: Promise<void> }>();

/**
 * The kept results of a campaign's text checks. It checks nothing. A text that changed, or whose facts changed, is checked beside. It waits for that
 * at most this long (ms).
 */
export async function readKeptFlaws(
  store: Store,
  tenant: string,
  campaign: CheckedCampaign,
  rows: readonly ListedMessage[],
  patience: number,
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
  const flawsOf: KeptFlaws = (row) => {
    isKnown = true;
    const flaws = checkMessage(row, rows);
    return isKnown ? flaws : null;
  };
  const missing = rows.filter((row) => flawsOf(row) === null);
  const [first] = missing;
  if (!first) return flawsOf;
  const what = `${tenant} ${first.state.campaignId} ${store.standsAt?.toISOString() ?? ''}`;
  const { found, done } = running.get(what) ?? begin();
  const stop = new AbortController();
  await Promise.race([done, wait(patience, undefined, { signal: stop.signal })]);
  stop.abort();
  for (const [hash, flaws] of found) kept.set(hash, flaws);
  return flawsOf;

  function begin() {
    const found = new Map<string, Flaw[]>();
    const done = checkAndKeep(store, tenant, checker, missing, rows, found);
    running.set(what, { found, done });
    const over = () => running.delete(what);
    done.then(over, over);
    return { found, done };
  }
}

/** The check of a text that is saved, which checks it once. `keep`: once it is saved, so that the lists know what the check says of it. */
export function keepingCheckOf(campaign: CheckedCampaign, profile: CheckedProfile) {
  const checker = checkerOf(campaign, profile);
  return {
    checkMessage: checkBy(checker.check),
    keep: async (store: Store, tenant: string, row: MessageRow, rows: readonly MessageRow[]): Promise<void> => {
      await checkAndKeep(store, tenant, checker, [row], rows);
    },
  };
}
