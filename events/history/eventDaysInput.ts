import { ianaZone } from '../accounts/businessInput.ts';
import { ofTenant, query } from './historyInput.ts';

/** GET /api/history/days and /api/admin/history/days: in which zone the days begin. */
export const eventDaysQuery = query({ zone: ianaZone.default('UTC') });
export const adminEventDaysQuery = eventDaysQuery.extend(ofTenant.shape);
