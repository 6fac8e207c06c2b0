import { z } from 'zod';
import { isUsualYear, stop, text } from '../shared/text.ts';

const MOST_AT_ONCE = 100;
const IDS = `ids must be 1 to ${MOST_AT_ONCE} things that wait`;
const UNTIL = 'until must be a time such as 2026-11-20T09:00:00Z';

/** GET /api/today/{group}. `campaign`: only its texts that nothing sets apart. */
export const needsQuery = z.object({ campaign: text(60, 'campaign must be at most 60 characters').optional() });

/** POST /api/today. `until` of `snooze`: a moment; null: until the person answers. */
export const needDecision = z.object({
  ids: z
    .array(
      z
        .string()
        .max(200, stop(IDS))
        .regex(/^[\w.-]+$/, IDS),
      IDS,
    )
    .min(1, IDS)
    .max(MOST_AT_ONCE, IDS),
  decision: z.discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('done') }),
      z.object({ kind: z.literal('reopen') }),
      z.object({
        kind: z.literal('snooze'),
        until: z.iso.datetime(stop(UNTIL)).refine(isUsualYear, UNTIL).nullable(),
      }),
    ],
    'kind must be one of: done, snooze, reopen',
  ),
});
export type NeedDecision = z.infer<typeof needDecision>['decision'];
