import { useState } from 'react';
import type { SendView } from '../../../api/views.ts';
import { isCounted } from '../campaign/campaignUrl.ts';
import { orderMessages, waitsForReview } from '../campaigns/messageOrder.ts';

/** What needs the person first, of the messages that the campaign counts. */
const inReviewOrder = (messages: readonly SendView[]): SendView[] => orderMessages(messages.filter(isCounted));

/** The messages in the order of the first look: one that is approved keeps its place, so that K goes back to it. New ones come last. */
export function useReviewOrder(messages: readonly SendView[]): SendView[] {
  const now = inReviewOrder(messages);
  const [places, setPlaces] = useState(() => new Map(now.map(({ id }, place) => [id, place])));
  const added = now.filter(({ id }) => !places.has(id));
  if (added.length > 0) setPlaces(new Map([...places, ...added.map(({ id }, at) => [id, places.size + at] as const)]));
  const placeOf = ({ id }: SendView): number => places.get(id) ?? places.size;
  return now.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The next one that waits for review, after this one and then from the top; undefined: all are reviewed. */
export function nextToReview(messages: readonly SendView[], after: string): SendView | undefined {
  const place = messages.findIndex(({ id }) => id === after);
  return [...messages.slice(place + 1), ...messages.slice(0, place)].find(waitsForReview);
}
