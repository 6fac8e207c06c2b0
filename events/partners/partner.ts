import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import {
  type EmailStatus,
  PARTNER_STATUSES,
  type PartnerStatus,
  PLATFORMS,
  type Platform,
  REJECT_REASONS,
  type RejectReason,
} from '../shared/options.ts';
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import type { MayBeUnreadable } from '../shared/unreadable.ts';
import {
  CONTACT_SOURCES,
  type Contact,
  type ContactSource,
  type ContactStep,
  contactDefinitions,
  socialProfile,
} from './contactEvents.ts';
import { evidence, withFigures } from './evidence.ts';
import { type Judgment, judgmentData, judgmentPersonal } from './judgment.ts';
import { type Match, type MatchPart, matchPart, SCORED_BY, type ScoredBy } from './matchParts.ts';
import { type Notes, notes } from './notes.ts';
import { picture } from './picture.ts';

/** A work address that a source showed, and was paid for, with the record of a person. Only a search for their address uses it. */
const knownEmail = z.object({ address: z.string(), source: z.enum(CONTACT_SOURCES), seenAt: z.string() });

/** The partner's identity. All of it is personal and lies in envelopes. */
export const partnerPerson = z.object({
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string().nullable(),
  bio: z.string().nullable(),
  profileUrl: z.string().nullable(),
  jobTitle: z.string().nullable(),
  company: z.string().nullable(),
  companyDomain: z.string().nullable(),
  country: z.string().nullable(),
  /** State or province, and city, where the source names them. */
  region: z.string().nullable(),
  city: z.string().nullable(),
  keywords: z.array(z.string()),
  socialProfiles: z.array(socialProfile),
  knownEmail: knownEmail.optional(),
  /** Facts about them, each with its source. Without any they are unverified. */
  evidence: z.array(evidence),
});
export type PartnerPerson = z.infer<typeof partnerPerson>;

const facts = z.object({
  platform: z.enum(PLATFORMS),
  otherPlatforms: z.array(z.enum(PLATFORMS)),
  industry: z.string().nullable(),
  followersCount: z.number().nullable(),
  engagementRate: z.number().nullable(),
  source: z.string(),
});

/** HMACs of the addresses by which the person is known again, whichever source finds them. */
const keys = z.array(z.string());

/** The evidence for a part of the score, by its id. */
const support = z.object({ part: matchPart.shape.part, evidence: z.string() });
export type Support = z.infer<typeof support>;

/** By what a person is added: the address of a profile, a list, the words of another partner, or another program. */
export const ADDED_BY = ['url', 'import', 'referral', 'program'] as const;
type AddedBy = (typeof ADDED_BY)[number];

export const partnerDefinitions = {
  PartnerDiscovered: {
    version: 1,
    data: facts.extend({ searchId: z.string(), keys }),
    personal: partnerPerson,
    introduces: true,
  },
  PartnerAdded: {
    version: 1,
    data: facts.extend({ by: z.enum(ADDED_BY), keys }),
    personal: partnerPerson,
    introduces: true,
  },
  /** `reasons` quote the profile, so they are personal. */
  PartnerScored: {
    version: 1,
    data: z.object({
      score: z.number().nullable(),
      by: z.enum(SCORED_BY),
      parts: z.array(matchPart.omit({ reason: true })),
    }),
    personal: z.object({ reasons: z.array(z.string()), supports: z.array(support) }),
  },
  /** The AI judged how they fit. The score follows from it. */
  PartnerJudged: { version: 1, data: judgmentData, personal: judgmentPersonal },
  /** A source was asked again, or its figures were too old to keep (null). */
  PartnerFiguresRefreshed: {
    version: 1,
    data: z.object({
      source: z.string(),
      followersCount: z.number().nullable(),
      engagementRate: z.number().nullable(),
    }),
  },
  /** Fetched once from where the source keeps it: it is shown from here, and erased with the person. */
  PartnerPictureStored: { version: 1, data: z.object({ pictureId: z.string() }), personal: picture },
  PartnerNotesEdited: { version: 1, data: z.object({}), personal: notes },
  /** Another program knows them by an id of its own: `key` is its HMAC. */
  PartnerLinked: { version: 1, data: z.object({ key: z.string() }) },
  PartnerApproved: { version: 1, data: z.object({}) },
  PartnerRejected: { version: 1, data: z.object({ reason: z.enum(REJECT_REASONS).optional() }) },
  PartnerDecisionUndone: {
    version: 1,
    data: z.object({ was: z.enum(['approved', 'rejected']), now: z.enum(PARTNER_STATUSES) }),
  },
  PartnerDeleted: { version: 1, data: z.object({}) },
  ...contactDefinitions,
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type PartnerEvent = EventOf<typeof partnerDefinitions>;

export type PartnerState = MayBeUnreadable & {
  status: 'none' | PartnerStatus | 'deleted';
  person: PartnerPerson | null;
  erased: boolean;
  /** Names the picture; its bytes stay in its event. null: there is none. */
  picture: string | null;
  notes: Notes;
  /** Counts the edits of the notes. */
  platform: Platform;
  otherPlatforms: Platform[];
  industry: string | null;
  followersCount: number | null;
  engagementRate: number | null;
  source: string;
  searchId: string | null;
  keys: string[];
  /** 0–100; null: nobody can judge yet. */
  score: number | null;
  scoredBy: ScoredBy;
  parts: Omit<MatchPart, 'reason'>[];
  why: { reasons: string[]; supports: Support[] } | null;
  /** The newest word of the AI on how they fit; null: none. */
  judgment: Judgment | null;
  /** There is evidence for them. Lists know it without the evidence. */
  verified: boolean;
  emailStatus: EmailStatus;
  contact: Contact | null;
  /** `edited`: an address was typed during the search; the found one does not replace it. */
  openContactSearch: { id: string; period: string; edited: boolean } | null;
  lastContactSearch: {
    id: string;
    outcome: 'found' | 'not_found' | 'failed';
    source: ContactSource | null;
    reason: Reason | null;
    steps: ContactStep[];
  } | null;
  /** They asked a provider that nobody uses their data: they are not added again. */
  optedOut: boolean;
  createdAt: string;
  decidedAt: string | null;
  /** Counts what was decided about the partner. It names the newest decision. */
  decisionNumber: number;
  /** The decision before the newest one, for its Undo. null: none. */
  before: (Pick<PartnerState, 'decidedAt' | 'rejectedFor'> & { status: PartnerStatus }) | null;
  /** The reason for the newest rejection; null: none is given. */
  rejectedFor: RejectReason | null;
};

const NO_NOTES: Notes = { text: '', tags: [] };

const initial: PartnerState = {
  status: 'none',
  person: null,
  erased: false,
  picture: null,
  notes: NO_NOTES,
  platform: 'linkedin',
  otherPlatforms: [],
  industry: null,
  followersCount: null,
  engagementRate: null,
  source: '',
  searchId: null,
  keys: [],
  score: null,
  scoredBy: 'rules',
  parts: [],
  why: null,
  judgment: null,
  verified: false,
  emailStatus: 'pending',
  contact: null,
  openContactSearch: null,
  lastContactSearch: null,
  optedOut: false,
  createdAt: '',
  decidedAt: null,
  decisionNumber: 0,
  before: null,
  rejectedFor: null,
};

/** A decision that can be undone. */
function decided(state: PartnerState, status: PartnerStatus, decidedAt: string): PartnerState {
  const { status: was, decidedAt: wasAt, rejectedFor } = state;
  const before = was === 'none' || was === 'deleted' ? null : { status: was, decidedAt: wasAt, rejectedFor };
  return { ...state, status, decidedAt, decisionNumber: state.decisionNumber + 1, before, rejectedFor: null };
}

function evolve(state: PartnerState, event: Recorded<PartnerEvent>): PartnerState {
  switch (event.type) {
    case 'PartnerDiscovered':
    case 'PartnerAdded': {
      const { platform, otherPlatforms, industry, followersCount, engagementRate, source } = event.data;
      return {
        ...initial,
        status: 'pending',
        person: event.personal,
        erased: event.personal === null && !event.unreadable,
        platform,
        otherPlatforms,
        industry,
        followersCount,
        engagementRate,
        source,
        searchId: event.type === 'PartnerDiscovered' ? event.data.searchId : null,
        keys: event.data.keys,
        verified: (event.personal?.evidence.length ?? 0) > 0,
        createdAt: event.at,
        decisionNumber: state.decisionNumber + 1,
      };
    }
    case 'PartnerScored':
      return {
        ...state,
        score: event.data.score,
        scoredBy: event.data.by,
        parts: event.data.parts,
        why: event.personal,
      };
    case 'PartnerJudged':
      return { ...state, judgment: event.personal && { ...event.data, ...event.personal } };
    case 'PartnerFiguresRefreshed': {
      const { source, ...figures } = event.data;
      const person = state.person && {
        ...state.person,
        evidence: withFigures(state.person.evidence, source, figures, event.at),
      };
      return { ...state, ...figures, person, verified: (person?.evidence.length ?? 0) > 0 };
    }
    case 'PartnerPictureStored':
      return { ...state, picture: event.personal ? event.data.pictureId : null };
    case 'PartnerNotesEdited':
      return { ...state, notes: event.personal ?? NO_NOTES };
    case 'PartnerLinked':
      return { ...state, keys: [...state.keys, event.data.key] };
    case 'PartnerApproved':
      return decided(state, 'approved', event.at);
    case 'PartnerRejected':
      return { ...decided(state, 'rejected', event.at), rejectedFor: event.data.reason ?? null };
    case 'PartnerDecisionUndone': {
      const { now } = event.data;
      const decidedAt = now === 'pending' ? null : (state.before?.decidedAt ?? null);
      return {
        ...state,
        status: now,
        decidedAt,
        decisionNumber: state.decisionNumber + 1,
        before: null,
        rejectedFor: now === 'rejected' ? (state.before?.rejectedFor ?? null) : null,
      };
    }
    case 'PartnerDeleted':
      return {
        ...state,
        status: 'deleted',
        decidedAt: event.at,
        decisionNumber: state.decisionNumber + 1,
        before: null,
      };
    case 'ContactSearchRequested':
      return {
        ...state,
        openContactSearch: { id: event.data.contactSearchId, period: event.data.period, edited: false },
      };
    case 'ContactFound': {
      const { contactSearchId, confidence, source, verification, steps } = event.data;
      const found: Contact = {
        email: event.personal?.email ?? null,
        socialProfiles: event.personal?.socialProfiles ?? [],
        confidence,
        source,
        sourceUrl: event.personal?.sourceUrl ?? null,
        foundAt: event.at,
        verification: verification && { ...verification, at: event.at },
      };
      return {
        ...state,
        emailStatus: 'email_found',
        openContactSearch: null,
        contact: state.openContactSearch?.edited ? state.contact : found,
        lastContactSearch: contactSearchId
          ? { id: contactSearchId, outcome: 'found', source, reason: null, steps }
          : state.lastContactSearch,
      };
    }
    case 'ContactNotFound':
      return {
        ...state,
        // an address that is already known stays known
        emailStatus: state.contact ? state.emailStatus : 'no_email_found',
        openContactSearch: null,
        lastContactSearch: {
          id: event.data.contactSearchId,
          outcome: 'not_found',
          source: null,
          reason: null,
          steps: event.data.steps,
        },
      };
    case 'ContactSearchFailed': {
      const { contactSearchId, reason, steps } = event.data;
      return {
        ...state,
        openContactSearch: null,
        lastContactSearch: { id: contactSearchId, outcome: 'failed', source: null, reason, steps },
      };
    }
    case 'ContactEdited':
      return {
        ...state,
        emailStatus: 'email_found',
        contact: {
          email: event.personal?.email ?? null,
          socialProfiles: event.personal?.socialProfiles ?? [],
          confidence: event.data.confidence,
          source: 'manual',
          sourceUrl: null,
          foundAt: event.at,
          verification: null,
        },
        openContactSearch: state.openContactSearch && { ...state.openContactSearch, edited: true },
      };
    case 'ContactVerified':
      return {
        ...state,
        contact: state.contact && { ...state.contact, verification: { ...event.data, at: event.at } },
      };
    case 'PartnerOptedOut':
      return { ...state, optedOut: true };
    case 'PersonErased':
      return {
        ...state,
        erased: true,
        person: null,
        picture: null,
        notes: NO_NOTES,
        why: null,
        judgment: null,
        verified: false,
        contact: state.contact && { ...state.contact, email: null, socialProfiles: [], sourceUrl: null },
      };
  }
}

export const partner: Aggregate<PartnerState, PartnerEvent> = {
  kind: 'partner',
  definitions: partnerDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

/** A person from a source or a file. */
export const foundPerson = z.object({ facts, person: partnerPerson });
export type FoundPerson = z.infer<typeof foundPerson>;

/** There is, or was, such a partner: also a deleted one can be erased. */
export function mustBeKnown(state: PartnerState): void {
  if (state.status === 'none') throw new Refused({ code: 'no_partner' });
}

export function mustBeListed(state: PartnerState): void {
  if (state.status === 'none' || state.status === 'deleted') throw new Refused({ code: 'no_partner' });
}

/** A search found this person. Nothing happens when the person is known already, deleted ones included: they are not found again. */
export function discoverPartner(
  state: PartnerState,
  found: FoundPerson,
  searchId: string,
  keys: string[] = [],
): PartnerEvent[] {
  if (state.status !== 'none') return [];
  return [
    {
      type: 'PartnerDiscovered',
      data: { ...found.facts, searchId, keys },
      personal: found.person,
    },
  ];
}

/** Refused `conflict` for a person who is in the list. */
export function mustNotBeListed(state: PartnerState, by: AddedBy): void {
  if (state.status !== 'none' && state.status !== 'deleted') throw alreadyListed(by);
  if (state.optedOut) throw optedOut();
}

/** The person asked a provider not to share their data. */
export const optedOut = (): Refused => new Refused({ code: 'opted_out' });

export const alreadyListed = (by: AddedBy): Refused =>
  new Refused({ code: by === 'url' ? 'profile_listed' : 'partner_listed' });

/** The user adds a person by URL or list; a deleted person may be added again. `conflict` when already in the list. */
export function addPartner(state: PartnerState, found: FoundPerson, by: AddedBy, keys: string[] = []): PartnerEvent[] {
  mustNotBeListed(state, by);
  return [
    {
      type: 'PartnerAdded',
      data: { ...found.facts, by, keys },
      personal: found.person,
    },
  ];
}

/** From now on, this id of another program names the partner. */
export function linkPartner(state: PartnerState, key: string): PartnerEvent[] {
  mustBeListed(state);
  return state.keys.includes(key) ? [] : [{ type: 'PartnerLinked', data: { key } }];
}

/** Records the score; an unchanged score is no event. */
export function scorePartner(state: PartnerState, match: Match & { supports: Support[] }): PartnerEvent[] {
  const parts = match.parts.map(({ reason: _, ...part }) => part);
  if (state.status === 'deleted' || state.erased || state.unreadable) return [];
  const isScored = state.why !== null || match.score === null;
  if (isScored && state.score === match.score && state.scoredBy === match.by && sameJson(state.parts, parts)) return [];
  return [
    {
      type: 'PartnerScored',
      data: { score: match.score, by: match.by, parts },
      personal: { reasons: match.parts.map(({ reason }) => reason), supports: match.supports },
    },
  ];
}

/** Records what the AI says of them. The same word twice is no event. */
export function judgePartner(state: PartnerState, judgment: Judgment): PartnerEvent[] {
  if (state.status === 'none' || state.status === 'deleted' || state.erased || state.unreadable) return [];
  if (sameJson(state.judgment, judgment)) return [];
  const { reason, quotes, ...data } = judgment;
  return [{ type: 'PartnerJudged', data, personal: { reason, quotes } }];
}

/** pending, approved and rejected partners can be approved or rejected; the same status again is no event. Only Undo leads back to pending. */
export function changePartnerStatus(state: PartnerState, to: PartnerStatus, reason?: RejectReason): PartnerEvent[] {
  mustBeListed(state);
  if (state.status === to) return [];
  if (to === 'pending') throw new Refused({ code: 'no_partner_status', from: state.status, to });
  if (to === 'approved') return [{ type: 'PartnerApproved', data: {} }];
  return [{ type: 'PartnerRejected', data: reason ? { reason } : {} }];
}

/**
 * Undo of the decision with this number: the partner is what they were before it. The same Undo again is no event. Refused when something was decided
 * since. An approval also stays once a campaign has the partner because of it (`inCampaign`), since a message may be on its way.
 */
export function undoDecision(state: PartnerState, decisionNumber: number, inCampaign: boolean): PartnerEvent[] {
  mustBeListed(state);
  const { status, before } = state;
  if (before === null && state.decisionNumber === decisionNumber + 1) return [];
  if (before === null || state.decisionNumber !== decisionNumber || (status !== 'approved' && status !== 'rejected')) {
    throw new Refused({ code: 'decided_again' });
  }
  if (status === 'approved' && inCampaign) {
    throw new Refused({ code: 'decision_used' });
  }
  return [{ type: 'PartnerDecisionUndone', data: { was: status, now: before.status } }];
}

/**
 * The removal of the partner that ended the approval of a joined message (`joinedAt`, ISO 8601). Its Undo restores that message. Null for any other
 * message.
 */
export const removalOf = ({ status, decisionNumber, before }: PartnerState, joinedAt: string): number | null =>
  status === 'rejected' && before?.status === 'approved' && joinedAt >= (before.decidedAt ?? '')
    ? decisionNumber
    : null;

export function deletePartner(state: PartnerState): PartnerEvent[] {
  mustBeListed(state);
  return [{ type: 'PartnerDeleted', data: {} }];
}
