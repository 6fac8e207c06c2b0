import { z } from 'zod';
import { ianaZone } from './business.ts';
import { ofTenant } from './history.ts';

/** GET /api/history/days and /api/admin/history/days: in which zone the days begin. */
export const eventDaysQuery = z.object({ zone: ianaZone.default('UTC') });
export const adminEventDaysQuery = eventDaysQuery.extend(ofTenant.shape);
