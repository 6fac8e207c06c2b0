import { ianaZone } from './business.ts';
import { ofTenant, query } from './history.ts';

/** GET /api/history/days and /api/admin/history/days: in which zone the days begin. */
export const eventDaysQuery = query({ zone: ianaZone.default('UTC') });
export const adminEventDaysQuery = eventDaysQuery.extend(ofTenant.shape);
