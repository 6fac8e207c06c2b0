/** Where people live: about 60 % United States, 22 % Canada and the rest elsewhere. */
export interface Place {
  readonly locality: string;
  readonly region: string;
  readonly country: string;
}

const places = (country: string, text: string): Place[] =>
  text.split('; ').map((entry) => {
    const [locality = '', region = ''] = entry.split(', ');
    return { locality, region, country };
  });

const unitedStates = places(
  'United States',
  'Portland, Oregon; Burlington, Vermont; Austin, Texas; Denver, Colorado; Minneapolis, Minnesota; Asheville, North Carolina; Chicago, Illinois; Oakland, California; Tucson, Arizona; Pittsburgh, Pennsylvania; Seattle, Washington; Atlanta, Georgia; Brooklyn, New York; Madison, Wisconsin; Nashville, Tennessee; San Diego, California; Boise, Idaho; Providence, Rhode Island; Detroit, Michigan; New Orleans, Louisiana; Salt Lake City, Utah; Richmond, Virginia; Kansas City, Missouri; Columbus, Ohio; Miami, Florida; Santa Fe, New Mexico; Los Angeles, California; Philadelphia, Pennsylvania; Boston, Massachusetts; Omaha, Nebraska',
);
const canada = places(
  'Canada',
  'Toronto, Ontario; Vancouver, British Columbia; Montreal, Quebec; Calgary, Alberta; Halifax, Nova Scotia; Ottawa, Ontario; Winnipeg, Manitoba; Victoria, British Columbia; Edmonton, Alberta; Quebec City, Quebec; Hamilton, Ontario',
);
const elsewhere = [
  ...places('United Kingdom', 'Leeds, England; Bristol, England; Glasgow, Scotland; Manchester, England'),
  ...places('Germany', 'Leipzig, Saxony; Hamburg, Hamburg'),
  ...places('Australia', 'Melbourne, Victoria; Brisbane, Queensland'),
  ...places('Ireland', 'Cork, Munster'),
  ...places('Netherlands', 'Utrecht, Utrecht'),
  ...places('New Zealand', 'Wellington, Wellington'),
];

/** The place of one person: `share` and `pick` are two independent numbers from 0 to 1. */
export const placeFor = (share: number, pick: number): Place => {
  const pool = share < 0.6 ? unitedStates : share < 0.82 ? canada : elsewhere;
  return pool[Math.floor(pick * pool.length)] ?? { locality: 'Toronto', region: 'Ontario', country: 'Canada' };
};
