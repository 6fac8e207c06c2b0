import { expect, test } from 'vitest';
import { USER_COLUMNS } from '../../web/features/admin/userColumns.tsx';
import { USER_SORTS } from '../../web/features/admin/userList.ts';
import { MESSAGE_COLUMNS, MESSAGE_SORTS } from '../../web/features/campaign/messageColumns.tsx';
import { CAMPAIGN_COLUMNS } from '../../web/features/campaigns/campaignColumns.tsx';
import { CAMPAIGN_SORTS } from '../../web/features/campaigns/campaignList.ts';
import { APPROVED_COLUMNS, DISCOVERY_COLUMNS } from '../../web/features/partners/partnerColumns.tsx';
import { SORTS } from '../../web/features/partners/sortPartners.ts';

test.each([
  ['users', USER_COLUMNS, USER_SORTS],
  ['messages', MESSAGE_COLUMNS, MESSAGE_SORTS],
  ['campaigns', CAMPAIGN_COLUMNS, CAMPAIGN_SORTS],
  ['discovery', DISCOVERY_COLUMNS, SORTS],
  ['approved', APPROVED_COLUMNS, SORTS],
])('each title of %s that can be pressed is an order that the address knows', (_, columns, sorts) => {
  const pressed = columns.filter(({ value }) => value).map(({ id }) => id);
  expect(pressed.length).toBeGreaterThan(2);
  expect(pressed.filter((id) => !(id in sorts))).toEqual([]);
});
