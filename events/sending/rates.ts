/** 100 × partners who replied ÷ partners sent to, one decimal, 0 if none (rulings). */
export const responseRate = (replied: number, sent: number): number =>
  sent === 0 ? 0 : Math.round((1000 * replied) / sent) / 10;

/** A span against the one before it, in whole percent; null when there was nothing before. */
export const trend = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round((100 * (now - before)) / before);

type Answered = { written: number; replied: number };

/** The same for the response rate; null also when nobody was written to in one of the spans, which says nothing of how people answer. */
export const rateTrend = (recent: Answered, before: Answered): number | null =>
  recent.written === 0 || before.written === 0
    ? null
    : trend(responseRate(recent.replied, recent.written), responseRate(before.replied, before.written));
