import { editContact } from '../partners/contact.ts';
import { addPartner, changePartnerStatus, type FoundPerson, type PartnerEvent, partner } from '../partners/partner.ts';
import { joinCampaign } from './joinCampaign.ts';
import type { MessageEvent } from './messageEvents.ts';

/** A person whom a partner named. Only their name and address are known. Their address takes the place of a profile. */
const referred = (name: string, email: string, platform: FoundPerson['facts']['platform']): FoundPerson => ({
  facts: {
    platform,
    otherPlatforms: [],
    industry: null,
    followersCount: null,
    engagementRate: null,
    source: 'referral',
  },
  person: {
    ...{ name, username: email, avatar: null, bio: null, profileUrl: null, jobTitle: null, company: null },
    ...{ companyDomain: null, country: null, region: null, city: null, keywords: [], socialProfiles: [], evidence: [] },
  },
});

type States = Omit<Parameters<typeof joinCampaign>[0], 'partner'> & { partner: Parameters<typeof addPartner>[0] };

/** The user writes to the named person: they are listed and approved, and join the campaign with an empty message. Its text is reviewed as any other. */
export function joinReferred(
  states: States,
  ids: { campaignId: string; partnerId: string },
  { name, email, platform }: { name: string; email: string; platform: FoundPerson['facts']['platform'] },
): { partner: PartnerEvent[]; message: MessageEvent[] } {
  const events: PartnerEvent[] = [];
  let state = states.partner;
  const add = (some: readonly PartnerEvent[]): void => {
    events.push(...some);
    for (const event of some) state = partner.evolve(state, { ...event, at: '', actor: '' });
  };
  if (state.status === 'none' || state.status === 'deleted')
    add(addPartner(state, referred(name, email, platform), 'referral'));
  add(changePartnerStatus(state, 'approved'));
  if (state.contact?.email?.toLowerCase() !== email) add(editContact(state, { email, confidence: 1 }));
  return { partner: events, message: joinCampaign({ ...states, partner: state }, ids, state.contact?.email ?? null) };
}
