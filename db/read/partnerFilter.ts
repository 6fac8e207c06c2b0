import { searchKey } from '../../events/lists/partnerRow.ts';
import type { PartnerFilter } from '../../events/partners/partnersInput.ts';
import { keptCountry } from '../../events/shared/countries.ts';
import { industryKey, type LastContact, PARTNER_STATUSES } from '../../events/shared/options.ts';
import type { Tx } from '../connection/connect.ts';
import { containing } from '../lists/containing.ts';

/** Shorter words have no trigram: each row of the list is looked at. */
const TRIGRAM = 3;

/** A username is shown with an @, whether it is stored with one or not. */
const wordsOf = (search: string): string[] =>
  searchKey(search)
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^@/, ''))
    .filter(Boolean);

/** Whom a campaign may add, as far as its indexes know. events/messages/joinCampaign.ts decides. */
const joins = (tx: Tx, tenant: string, campaignId: string) => tx`
  and p.email <> '' and not exists (
    select from read.messages m
    where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and m.partner_id = p.partner_id and m.step = '1'
      and not (m.status = 'cancelled' and m.state->'dispatch' = 'null'))`;

function found(tx: Tx, tenant: string, search: string) {
  const words = wordsOf(search).toSorted((a, b) => b.length - a.length);
  const [longest, second = longest] = words;
  if (longest === undefined) return tx``;
  const patterns = words.map(containing);
  return longest.length < TRIGRAM
    ? tx`and p.searched like all (${patterns})`
    : tx`and p.partner_id in (select lists.people_found(${tenant}, ${containing(longest)}, ${containing(second ?? longest)}, ${patterns}))`;
}

/** Who is unknown reaches no more than nothing, except where the filter lets them through. */
function reaches(tx: Tx, column: 'followers' | 'engagement', least: number | undefined, includeUnknown: boolean) {
  if (least === undefined || least <= 0) return tx``;
  const known = tx`p.${tx(column)} >= ${least}`;
  return includeUnknown ? tx`and (p.${tx(column)} is null or ${known})` : tx`and ${known}`;
}

const DAY_MS = 86_400_000;

function contacted(tx: Tx, lastContact: LastContact, now: Date) {
  const [way, days] = lastContact.split('_');
  const since = new Date(now.getTime() - Number(days) * DAY_MS).toISOString();
  return way === 'within' ? tx`and p.contacted_at >= ${since}` : tx`and p.contacted_at < ${since}`;
}

const CONTACT = {
  never: 'and p.contacted_at is null',
  contacted: 'and p.contacted_at is not null',
  replied: 'and p.replied_at is not null',
} as const;

const labeled = (tx: Tx, tenant: string, label: string) => tx`
  and exists (
    select from lists.conversations v
    where v.tenant_id = ${tenant} and v.label = ${label} and v.partner_id = p.partner_id and v.listed)`;

/** The conditions on `lists.people p`: this tenant's partners that a filter lets through. The one rule of lists, exports, and decisions on many. */
export const passes = (tx: Tx, tenant: string, filter: PartnerFilter, now: Date) => tx`
  p.tenant_id = ${tenant}
  and ${filter.status ? tx`p.status = ${filter.status}` : tx`p.status = any (${[...PARTNER_STATUSES]})`}
  ${filter.search ? found(tx, tenant, filter.search) : tx``}
  ${filter.industry ? tx`and p.industry_key = ${industryKey(filter.industry)}` : tx``}
  ${filter.tag ? tx`and p.tags <> '{}' and ${filter.tag.toLowerCase()} = any (p.tag_keys)` : tx``}
  ${reaches(tx, 'followers', filter.minFollowers, filter.includeUnknown === true)}
  ${reaches(tx, 'engagement', filter.minEngagement, filter.includeUnknown === true)}
  ${filter.minMatchScore === undefined ? tx`` : tx`and p.score >= ${filter.minMatchScore}`}
  ${filter.platforms?.length ? tx`and p.platform = any (${filter.platforms as string[]})` : tx``}
  ${filter.emailStatus ? tx`and p.email_status = ${filter.emailStatus}` : tx``}
  ${filter.id ? tx`and p.partner_id = ${filter.id}` : tx``}
  ${filter.withoutEmail ? tx`and p.email = ''` : tx``}
  ${filter.verified ? tx`and p.verified = ${filter.verified === 'true'}` : tx``}
  ${filter.availableFor ? joins(tx, tenant, filter.availableFor) : tx``}
  ${filter.country ? tx`and p.country = ${keptCountry(filter.country)}` : tx``}
  ${filter.source ? tx`and p.source = ${filter.source}` : tx``}
  ${filter.contacted ? tx.unsafe(CONTACT[filter.contacted]) : tx``}
  ${filter.lastContact ? contacted(tx, filter.lastContact, now) : tx``}
  ${filter.label ? labeled(tx, tenant, filter.label) : tx``}
  ${filter.searchId ? tx`and p.search_id = ${filter.searchId}` : tx``}`;
