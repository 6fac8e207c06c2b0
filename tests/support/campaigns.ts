import type { Locator, Page } from 'playwright-core';
import type { CampaignView, PartnerView, SendView, StartPreviewView } from '../../api/views.ts';
import { UNBROKEN } from './awkwardTexts.ts';
import type { Person } from './person.ts';

/** A draft campaign with these partners; `written`: every message has a text of its own, by hand and so approved. `form` changes what it is made of. */
export async function draftCampaign(
  person: Person,
  name: string,
  options: { partners?: readonly PartnerView[]; written?: boolean; form?: object } = {},
): Promise<CampaignView> {
  const { partners = [], written = false, form = {} } = options;
  const campaign = await person.ok<CampaignView>('POST', '/api/campaigns', {
    name,
    subjectType: 'static',
    staticSubject: 'A vest for your trails',
    messagePrompt: 'Offer a free vest for an honest review.',
    dailyLimit: 10,
    ...form,
  });
  const partnerIds = partners.map(({ id }) => id);
  if (partnerIds.length > 0) await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds });
  if (written) {
    for (const { id, partner } of await sendsOf(person, campaign))
      await person.ok('PATCH', `/api/campaign-sends/${id}`, {
        subject: `A vest ${UNBROKEN}`,
        body: `Hello ${partner.name}, look.\n\n${UNBROKEN}`,
      });
  }
  return campaign;
}

export const startPreview = (person: Person, { id }: Pick<CampaignView, 'id'>): Promise<StartPreviewView> =>
  person.ok('GET', `/api/campaigns/${id}/start-preview`);

type StartCheck = StartPreviewView['checks'][number];
/** What the preview says of one thing. */
export const checksOf = (
  { checks }: StartPreviewView,
  wanted: StartCheck['code'],
): Omit<StartCheck, 'code' | 'fix'>[] =>
  checks.flatMap(({ code, fix: _fix, ...check }) => (code === wanted ? [check] : []));

export const sendsOf = (person: Person, campaign: Pick<CampaignView, 'id'>): Promise<SendView[]> =>
  person.ok('GET', `/api/campaigns/${campaign.id}/sends`);

/** Saves a text of one's own, and lets it pass whatever the check says of it. */
export async function approveAnyway(
  person: Person,
  id: string | undefined,
  text: { subject: string; body: string },
): Promise<void> {
  const path = `/api/campaign-sends/${id}`;
  const { flaws } = await person.ok<SendView>('PATCH', path, text);
  if (flaws.length > 0) await person.ok('PATCH', path, { ...text, passed: flaws });
}

export const setStatus = (person: Person, campaign: Pick<CampaignView, 'id'>, status: 'active' | 'paused') =>
  person.ok<CampaignView>('PUT', `/api/campaigns/${campaign.id}/status`, { status });

/** The row of a campaign in the list, and a choice of its menu. */
export const campaignRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

export async function fromCampaignMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
