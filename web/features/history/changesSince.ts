import type { CampaignView, ListChangesView, ListedPartnerView, SendView } from '../../../api/views.ts';
import { SETTING_WORDS } from '../../../events/campaigns/settingWords.ts';
import { CAMPAIGN_METRICS, type CampaignMetric, titleOf } from '../../../events/history/metrics.ts';

const MOST_NAMED = 6;

/** The changes of a list entry since a moment, in words. null: none. */
export function changeSince(changes: ListChangesView, id: string): string | null {
  if (changes.gone.includes(id)) return 'Gone since';
  const fields = changes.changed.find((entry) => entry.id === id)?.fields;
  if (!fields) return null;
  const words = fieldWords(fields);
  if (words.length === 0) return 'Changed since';
  const named = words.slice(0, MOST_NAMED).join(', ');
  return `Changed since: ${named}${words.length > MOST_NAMED ? ` and ${words.length - MOST_NAMED} more` : ''}`;
}

type Field = keyof ListedPartnerView | keyof CampaignView | keyof SendView;

/** People's words for the fields that are no metric. Null: no screen shows it, or another field says it. */
const WORDS: Record<Exclude<Field, CampaignMetric>, string | null> = {
  id: null,
  createdAt: null,
  status: 'status',
  // of partners
  ...{
    name: 'name',
    username: 'username',
    avatar: 'picture',
    platform: 'platform',
    industry: 'industry',
    tags: 'tags',
  },
  ...{ bio: 'bio', profileUrl: 'profile link', platformUrl: 'profile link', followersCount: 'followers' },
  ...{
    engagementRate: 'engagement',
    matchScore: 'match score',
    roughScore: 'match score',
    verified: 'evidence',
    outreach: 'outreach',
  },
  ...{ emailStatus: 'email status', contactInfo: 'contact info', contactVerification: 'email check' },
  ...{ contactSource: 'email source', contactSourceUrl: 'email source', contactFoundAt: 'email source' },
  ...{ doNotContact: 'do not contact', erased: 'erased', unreadable: 'unreadable' },
  ...{ contactSearching: null, searchId: null },
  // of campaigns
  ...SETTING_WORDS,
  ...{ offer: 'offer', responseRate: 'response rate' },
  ...{ nextDueAt: 'next follow-up', nextSendAt: 'next send', nextSendWhy: 'next send', hold: 'sending problem' },
  ...{ generation: null, texts: null },
  // of emails
  ...{ recipientEmail: 'address', subject: 'subject', body: 'text', detail: 'status', partner: 'partner' },
  ...{
    followUp: 'follow-up',
    notBefore: 'earliest send',
    otherCampaignAt: 'other campaign',
    sentAt: 'time sent',
    variant: 'version',
    edited: 'edited',
  },
  ...{
    flaws: 'flags',
    checking: 'check',
    basedOn: 'facts used',
    parts: 'facts used',
    unfit: 'status',
    similarTo: 'similar text',
    approved: 'approval',
  },
  ...{ unknown: 'status', markedSent: 'marked as sent', delivery: 'delivery', errorMessage: 'error' },
  ...{
    campaignId: null,
    step: null,
    answer: null,
    sentAgain: null,
    revision: null,
    steers: null,
    needsAddress: null,
    archived: 'archive',
  },
};

const isMetric = (field: string): field is CampaignMetric => Object.hasOwn(CAMPAIGN_METRICS, field);
const isKnown = (field: string): field is keyof typeof WORDS => Object.hasOwn(WORDS, field);

function wordsOf(field: string): string | null {
  if (!isMetric(field)) return isKnown(field) ? WORDS[field] : null;
  const title = titleOf(field);
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** People's words for fields of a partner, a campaign or an email, each once. */
const fieldWords = (fields: readonly string[]): string[] => [
  ...new Set(fields.flatMap((field) => wordsOf(field) ?? [])),
];
