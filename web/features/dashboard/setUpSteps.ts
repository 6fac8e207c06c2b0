import type { BusinessProfileView, CampaignView, OverviewView, SendingAccountView } from '../../../api/views.ts';

export const APPROVALS_WANTED = 3;

export type SetUpStep = 'profile' | 'account' | 'approve' | 'emails' | 'campaign';

type Known = {
  profile: BusinessProfileView | null;
  accounts: readonly SendingAccountView[];
  funnel: OverviewView['funnel'];
  campaigns: readonly CampaignView[];
};

/** The steps that an account needs before its first email, in order, and whether each is done. */
export function setUpSteps({ profile, accounts, funnel, campaigns }: Known): Record<SetUpStep, boolean> {
  return {
    profile: Boolean(profile?.userFullName && profile.contactEmail && profile.postalAddress),
    account: accounts.some(({ health }) => health !== 'not_connected' && health !== 'lost'),
    approve: funnel.approved >= APPROVALS_WANTED,
    emails: funnel.email > 0,
    // one that ran and was deleted has sent something
    campaign: funnel.sent > 0 || campaigns.some(({ status }) => status !== 'draft'),
  };
}
