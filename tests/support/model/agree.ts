import { expect } from 'vitest';
import { countsOf } from './people.ts';
import type { Reality } from './real.ts';
import type { Hours, Model } from './state.ts';

const ms = (time: string | null | undefined): number | null => (time ? Date.parse(time) : null);
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Hours as the product writes them. */
export const asWritten = (hours: Hours | null) =>
  hours && { from: clock(hours.from), to: clock(hours.to), weekdays: [...hours.weekdays] };

function expected(model: Model) {
  const { campaign, writing, hold, troubles } = model;
  return {
    campaign: {
      status: campaign.status,
      limit: campaign.limit,
      hours: asWritten(campaign.hours),
      writing: writing !== null,
    },
    mailbox: { hold, troubles },
    places: Object.fromEntries([...model.places].map(([day, taken]) => [day, Object.fromEntries(taken)])),
    messages: Object.fromEntries(
      [...model.messages].map(([key, message]) => {
        const { status, text, edited, approvedFor, immediate, askedAt, at, attempt, dispatched, marked, repliedAt } =
          message;
        const approved = approvedFor !== null;
        const left = dispatched?.attempt ?? null;
        return [key, { status, text, edited, approved, immediate, askedAt, at, attempt, left, marked, repliedAt }];
      }),
    ),
  };
}

/** The model and the rows of the product say the same, and the list of campaigns counts the same. */
export async function agree(model: Model, real: Reality): Promise<void> {
  const [campaign, mailbox, places, messages, counts] = await Promise.all([
    real.campaign(),
    real.mailbox(),
    real.places(),
    real.messages(),
    real.counts(),
  ]);
  const actual = {
    campaign: {
      status: campaign?.status ?? 'none',
      limit: campaign?.dailyLimit ?? 0,
      hours: campaign?.sendWindow ?? null,
      writing: Boolean(campaign?.generation),
    },
    mailbox: { hold: mailbox?.hold ? { until: ms(mailbox.hold.until) } : null, troubles: mailbox?.troubles },
    places,
    messages: Object.fromEntries(
      [...messages].map(([key, state]) => [
        key,
        {
          status: state.status,
          text: state.text?.body ?? null,
          edited: state.edited,
          approved: state.approvedHash !== null,
          immediate: state.immediate,
          askedAt: ms(state.askedAt),
          at: ms(state.scheduledAt),
          attempt: state.attempt,
          left: state.dispatch?.attempt ?? null,
          marked: state.markedSent,
          repliedAt: ms(state.repliedAt),
        },
      ]),
    ),
  };
  expect(actual).toEqual(expected(model));
  if (counts) expect(counts).toMatchObject(countsOf(model));
}
