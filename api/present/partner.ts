import type { PartnerListRow, PartnerRow } from '../../db/read/partners.ts';
import { sourceText } from '../../events/history/eventText.ts';
import { profileOn } from '../../events/partners/profileUrl.ts';
import { isRough } from '../../events/partners/score.ts';
import { throughToken, userOf } from '../../events/shared/actor.ts';
import type { SuppressionReason } from '../../events/shared/doNotContact.ts';
import type { PartnerStatus } from '../../events/shared/options.ts';
import { readable } from '../../events/shared/unreadable.ts';
import type { MatchView, PartnerDetailView, PartnerView } from '../views.ts';
import { avatarOf } from './avatar.ts';

const wireStatus = (status: PartnerRow['state']['status']): PartnerStatus =>
  status === 'none' || status === 'deleted' ? 'rejected' : status;

/** `doNotContact`: why nothing is sent to the partner's address (db/read/suppressions.ts). */
export function partnerView({ id, state }: PartnerListRow, doNotContact: SuppressionReason | null): PartnerView {
  return {
    id,
    name: readable(state, state.person?.name),
    username: state.person?.username ?? null,
    avatar: avatarOf(id, state),
    platform: state.platform,
    industry: state.industry,
    tags: state.notes.tags,
    bio: state.person?.bio ?? null,
    profileUrl: state.person?.profileUrl ?? null,
    platformUrl: profileOn(state.platform, state.person?.profileUrl ?? null, [
      ...(state.person?.socialProfiles ?? []),
      ...(state.contact?.socialProfiles ?? []),
    ]),
    followersCount: state.followersCount,
    engagementRate: state.engagementRate,
    matchScore: state.score,
    roughScore: isRough(state),
    status: wireStatus(state.status),
    emailStatus: state.emailStatus,
    contactInfo: state.contact
      ? {
          email: state.contact.email,
          socialProfiles: state.contact.socialProfiles,
          confidence: state.contact.confidence,
        }
      : null,
    contactSource: state.contact?.source ?? null,
    contactSourceUrl: state.contact?.sourceUrl ?? null,
    contactFoundAt: state.contact?.foundAt ?? null,
    contactVerification: state.contact?.verification ?? null,
    contactSearching: state.openContactSearch !== null,
    doNotContact,
    erased: state.erased,
    searchId: state.searchId,
    verified: state.verified,
    unreadable: state.unreadable === true,
    createdAt: state.createdAt,
  };
}

/** A partner as the dashboard shows it. */
export function matchView({ id, state }: PartnerListRow): MatchView {
  const { name, avatar, platform, industry, bio, followersCount, engagementRate, matchScore, roughScore } = partnerView(
    { id, state },
    null,
  );
  return { id, name, avatar, platform, industry, bio, followersCount, engagementRate, matchScore, roughScore };
}

/** `tokens`: the names of the user's access tokens. */
export function actorName(actor: string, tokens: ReadonlyMap<string, string>): string {
  const user = userOf(actor);
  return user ? `you${throughToken(user.tokenId, tokens.get(user.tokenId ?? ''))}` : 'Partner Pilot';
}

/** A partner with the reasons of its score and the evidence. */
export function partnerDetailView(row: PartnerRow, doNotContact: SuppressionReason | null): PartnerDetailView {
  const { state } = row;
  return {
    ...partnerView(row, doNotContact),
    note: state.notes.text,
    scoredBy: state.scoredBy,
    judgment:
      state.scoredBy === 'rubric' && state.judgment
        ? { reason: state.judgment.reason, quotes: state.judgment.quotes }
        : null,
    parts: state.parts.map((part, index) => ({ ...part, reason: state.why?.reasons[index] ?? '' })),
    evidence: (state.person?.evidence ?? []).map((item) => ({
      ...item,
      parts: (state.why?.supports ?? []).filter(({ evidence }) => evidence === item.id).map(({ part }) => part),
      source: sourceText(item.source),
    })),
  };
}
