import type { PartnerCriteria } from '../events/inputs/business.ts';
import type { ImportRow } from '../events/inputs/partners.ts';
import { importedContact } from '../events/partners/contact.ts';
import { evidenceOf } from '../events/partners/evidence.ts';
import { addPartner, type FoundPerson, type PartnerEvent, partner, scorePartner } from '../events/partners/partner.ts';
import { scoreFound } from '../events/partners/scoreFound.ts';
import { type Cause, commit } from './log/commit.ts';
import { loadStreams } from './log/load.ts';
import { optedOutKeys } from './read/knownPartners.ts';
import { planFor } from './read/searchPlan.ts';
import type { Store } from './store.ts';

function foundOf(row: ImportRow, seenAt: string): FoundPerson {
  const found: FoundPerson = {
    facts: {
      platform: row.platform ?? 'linkedin',
      otherPlatforms: [],
      industry: row.industry ?? null,
      followersCount: row.followersCount ?? null,
      engagementRate: row.engagementRate ?? null,
      source: 'import',
    },
    person: {
      name: row.name,
      username: row.username ?? null,
      avatar: null,
      bio: row.bio ?? null,
      profileUrl: row.profileUrl ?? null,
      jobTitle: null,
      company: null,
      companyDomain: null,
      country: null,
      keywords: [],
      socialProfiles: row.profileUrl ? [{ platform: row.platform ?? 'linkedin', url: row.profileUrl }] : [],
      evidence: [],
    },
  };
  // the file is the source: the profile was not opened
  const evidence = evidenceOf(found, 'import', null, seenAt);
  return { ...found, person: { ...found.person, evidence } };
}

/**
 * Adds a list of people in one commit: all of them or none, but for those who asked not to share their data; they are left out. Each is scored
 * against the criteria at once. Answers the ids of those left out. Throws ConcurrencyConflict when one was added by someone else since.
 */
export async function commitImport(
  store: Store,
  tenant: string,
  cause: Cause,
  lines: readonly { row: ImportRow; id: string }[],
  criteria: PartnerCriteria,
): Promise<string[]> {
  const now = store.now();
  const plan = await planFor(store, tenant, criteria);
  const loaded = await loadStreams(
    store.sql,
    store.sql,
    store.master,
    tenant,
    lines.map(({ id }) => `partner-${id}`),
  );
  // a person may have been known under another address than that of the line
  const optedOut = await optedOutKeys(
    store,
    tenant,
    lines.map(({ id }) => id),
  );
  const leftOut: string[] = [];
  const decided = loaded.flatMap((stream, index) => {
    const line = lines[index];
    if (!line) throw new Error('Every loaded stream belongs to a line');
    const state = stream.state as typeof partner.initial;
    if (state.optedOut || optedOut.has(line.id)) {
      leftOut.push(line.id);
      return [];
    }
    const at = now.toISOString();
    const found = foundOf(line.row, at);
    const added: PartnerEvent[] = addPartner(state, found, 'import');
    const pending = added.reduce(
      (before, event) => partner.evolve(before, { ...event, at, actor: cause.actor }),
      state,
    );
    return {
      loaded: stream,
      events: [
        ...added,
        ...scorePartner(pending, scoreFound(found, criteria, plan)),
        ...(line.row.email ? importedContact(line.row.email) : []),
      ],
    };
  });
  if (decided.length > 0) await commit(store.sql, store.master, tenant, cause, decided, now);
  return leftOut;
}
