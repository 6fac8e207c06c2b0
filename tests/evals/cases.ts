/** The cases as data (cases.json, texts.json), and what the product's own code makes of them. */
import { readFileSync } from 'node:fs';
import type { ProfileAnswers } from '../../events/accounts/businessInput.ts';
import { profile as profileAggregate } from '../../events/accounts/profile.ts';
import { type CampaignState, campaign as campaignAggregate } from '../../events/campaigns/campaign.ts';
import type { Offer, Tone } from '../../events/campaigns/settingWords.ts';
import type { KnownPartner } from '../../events/messages/check/facts.ts';
import type { ReplyLabel } from '../../events/messages/replyLabels.ts';
import type { Language } from '../../events/shared/languages.ts';
import type { SubjectType } from '../../events/shared/options.ts';
import type { Parties } from '../../worker/tasks/writeText.ts';

type Injected = { avoid?: string[] };
type Thread = { by: 'business' | 'partner'; text: string }[];

export type PlanCase = { id: string; criteria: object; topics: string[]; regions?: string[] } & Injected;
export type MailCase = {
  id: string;
  partner: string;
  mentions: string[][];
  subjectMentions?: string[];
  noFacts?: boolean;
  mostWords?: number;
  tone?: Tone;
  language?: Language;
  subjectType?: SubjectType;
  instructions?: string;
  offer?: null;
  openings?: string[];
  revise?: { instruction: string; subject: string; body: string };
  inject?: { field: 'bio' | 'jobTitle' | 'page'; text: string };
} & Injected;
export type FollowUpCase = {
  id: string;
  partner: string;
  number: number;
  instructions: string;
  thread: Thread;
  mentions: string[][];
} & Injected;
export type ReplyCase = { id: string; subject: string; text: string; label: readonly ReplyLabel[]; injected?: boolean };
export type ProfileCase = {
  id: string;
  inputs: { businessDescription: string; preferredPlatforms: string[] };
  mentions: string[][];
};
export type DiscoveryCase = {
  id: string;
  input: {
    count: number;
    topics: string[];
    audience: string;
    regions: string[];
    platforms: string[];
    leaveOut: string[];
    business: { businessName: string; industry: string; description: string };
    additionalCriteria: string;
    exclusions: string[];
  };
  mentions: string[][];
};
/** Somebody who is made up: no page shows an address of theirs. */
export type ContactCase = { id: string; partner: Record<string, string | null> } & Injected;
export type DraftCase = {
  id: string;
  partner: string;
  thread: Thread;
  mentions: string[][];
  answers?: ProfileAnswers;
  wish?: string;
  label?: ReplyLabel;
} & Injected;

export type Cases = {
  profiles: ProfileCase[];
  discoveries: DiscoveryCase[];
  contacts: ContactCase[];
  plans: PlanCase[];
  mails: MailCase[];
  followUps: FollowUpCase[];
  replies: ReplyCase[];
  drafts: DraftCase[];
};

const read = <T>(file: string): T => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T;

/** The present labels that fit one of a set of replies that was labeled before there were so many. */
export const LABELS_OF_FILES: Readonly<Record<string, readonly ReplyLabel[]>> = {
  interested: ['interested', 'question', 'new_address'],
  not_now: ['later'],
  no: ['no'],
  out_of_office: ['automatic'],
  wrong_person: ['referral'],
  unsubscribe: ['unsubscribe', 'legal_request'],
  bounce: ['bounce'],
  spam_report: ['spam'],
  unconfirmed_report: ['unconfirmed_report'],
};

type Labeled = { id: string; subject: string; text: string; label: ReplyLabel; injected?: boolean };

export function readCases(): Cases {
  const { replies, ...cases } = read<Omit<Cases, 'replies'> & { replies: Labeled[] }>('cases.json');
  const former = read<{ text: string; label: string }[]>('replies.json').map(({ text, label }, at) => ({
    ...{ id: `reply-${at + 1}`, subject: 'Re: A vest', text },
    label: LABELS_OF_FILES[label] ?? [],
  }));
  return { ...cases, replies: [...replies.map((one) => ({ ...one, label: [one.label] })), ...former] };
}

const texts = read<{
  business: Record<string, string | null>;
  campaign: { messagePrompt: string; invitationText: string; offer: Offer };
  partners: Record<string, Record<string, unknown>>;
}>('texts.json');

export const profile = { ...profileAggregate.initial, ...texts.business };

export function campaignOf(one: Partial<MailCase>): CampaignState {
  const { messagePrompt, invitationText, offer } = texts.campaign;
  const subjectType = one.subjectType ?? 'show_me_you_know_me';
  return {
    ...campaignAggregate.initial,
    subjectType,
    text: { name: 'Spring', staticSubject: null, invitationText, messagePrompt: one.instructions ?? messagePrompt },
    offer: one.offer === null ? null : offer,
    tone: one.tone ?? null,
    language: one.language ?? null,
  };
}

export function partnerOf(key: string, inject?: MailCase['inject']): KnownPartner {
  const { platform, industry, followersCount, engagementRate, ...person } = texts.partners[key] ?? {};
  const page = { id: 'e9', field: 'recentWork', source: 'web', url: 'https://trail.example/', seenAt: '' };
  const said = inject && inject.field !== 'page' ? { [inject.field]: inject.text } : {};
  const evidence = inject?.field === 'page' ? [{ ...page, text: inject.text }] : [];
  return {
    ...{ platform, otherPlatforms: [], industry, followersCount, engagementRate },
    person: { avatar: null, profileUrl: null, companyDomain: null, socialProfiles: [], evidence, ...person, ...said },
  } as unknown as KnownPartner;
}

export const partiesOf = (partner: KnownPartner): Parties =>
  ({
    person: partner.person,
    partner,
    business: { businessName: profile.businessName, industry: profile.industry, description: profile.description },
    sender: { fullName: profile.userFullName, jobTitle: profile.jobTitle },
  }) as Parties;
