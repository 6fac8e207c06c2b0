import type { PartnerState } from '../partners/partner.ts';
import { isRough } from '../partners/score.ts';
import { keptCountry } from '../shared/countries.ts';
import { industryKey } from '../shared/options.ts';
import { readable } from '../shared/unreadable.ts';

/** What lists of partners sort, filter and search by. A text is empty where there is none, and once the person is erased. */
export type PartnerColumns = {
  /** Sorts the best match first, then the newest. No two people have the same. */
  place: string;
  name: string;
  industry: string;
  email: string;
  score: number | null;
  followers: number | null;
  engagement: number | null;
  /** Milliseconds since 1970. */
  added: number;
  platform: string;
  emailStatus: string;
  industryKey: string;
  country: string;
  source: string;
  /** As they were typed, and in lower case. */
  tags: readonly string[];
  tagKeys: readonly string[];
  searchId: string | null;
  verified: boolean;
  searched: string;
};

/** As the alphabet has it in the collation "C": without accents and case, and numbers by their value. */
export const sortKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => {
      const plain = digits.replace(/^0+(?=\d)/, '');
      return `${String(plain.length).padStart(3, '0')}${plain}`;
    })
    .trim();

export const searchKey = (text: string): string => text.normalize('NFC').toLowerCase();

/** Less a moment, the newest come first as text. */
export const LATEST_MS = 9_999_999_999_999;
const WITHOUT_SCORE = 999;

function placeOf(id: string, { score, verified }: PartnerState, added: number): string {
  // without evidence one comes after all who have some
  const behind = score === null ? WITHOUT_SCORE : (verified ? 100 : 201) - score;
  return `${behind.toFixed(2).padStart(6, '0')}.${String(LATEST_MS - added).padStart(13, '0')}.${id}`;
}

/** The score is rough, and the AI may replace it. */
export const waitsForJudge = (partner: PartnerState): boolean =>
  isRough(partner) &&
  (partner.status === 'pending' || partner.status === 'approved') &&
  !partner.erased &&
  !partner.unreadable;

export function partnerColumns(id: string, partner: PartnerState): PartnerColumns {
  const { person, notes } = partner;
  const industry = partner.industry ?? '';
  const added = Date.parse(partner.createdAt) || 0;
  const texts = [person?.name, person?.username, partner.contact?.email, person?.bio, industry, ...notes.tags];
  return {
    place: placeOf(id, partner, added),
    name: sortKey(readable(partner, person?.name) ?? ''),
    industry: sortKey(industry),
    email: (partner.contact?.email ?? '').toLowerCase(),
    score: partner.score,
    followers: partner.followersCount,
    engagement: partner.engagementRate,
    added,
    platform: partner.platform,
    emailStatus: partner.emailStatus,
    industryKey: industryKey(industry),
    country: person?.country ? keptCountry(person.country) : '',
    source: partner.source,
    tags: notes.tags,
    tagKeys: notes.tags.map((tag) => tag.toLowerCase()),
    searchId: partner.searchId,
    verified: partner.verified,
    searched: searchKey(texts.filter(Boolean).join('\n')),
  };
}

export const NO_PARTNER: PartnerColumns = {
  ...{ place: '', name: '', industry: '', email: '', industryKey: '', platform: '', emailStatus: '', searched: '' },
  ...{ country: '', source: '' },
  ...{ score: null, followers: null, engagement: null, added: 0, tags: [], tagKeys: [], searchId: null },
  verified: false,
};
