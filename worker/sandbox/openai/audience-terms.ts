const notBefore = new Set(
  'a an and are as at be by for from has have in into is it its of on or our that the their they this to we who with you your want wants like love care about aged age years most than not but all any new looking other more many some other both between also mostly mainly especially young old ideal target typical including include help reach teach sell'.split(
    ' ',
  ),
);

/** Nouns that say nothing about a group unless a word before them does ("cafe owners"). */
const vague =
  /^(?:owners|users|lovers|fans|buyers|customers|members|consumers|followers|beginners|clients|people|makers|leaders|workers)$/;
const noGroup =
  /^(?:others|letters|papers|flowers|computers|numbers|offers|covers|colou?rs|flavou?rs|events|ingredients|presents|contents|vouchers|orders|dinners|sneakers|trainers|errors|doors|floors|hours|years|summers|winters|corners|weekenders|covers|parents-in-law|accents|documents|payments|investments|treatments|supplements|apartments|moments|cents|scents|newsletters|matters|centers)$/;
const groupNoun =
  /(?:[a-z]{2,}(?:ers|ors|ists|ians|ents|chefs|athletes|fans))$|^(?:chefs|athletes|fans|families|couples|teams|nurses|mums|moms|dads|mothers|fathers|women|men|teens|kids|children|adults|professionals|bakeries|cafes|cafés|restaurants|schools|shops|studios|startups|companies|businesses|freelancers|expats|graduates|newcomers|nomads|seniors|cooks|creatives|enthusiasts|amateurs|vegans|vegetarians|gamers|pros|hosts|renters|brides|collectors|people)$/;

/** Up to 8 groups of people that a text about an audience names, such as "trail runners"; in its order, lower case. */
export const audienceTermsIn = (text: string): string[] => {
  const terms = text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\s'’-]+/u)
    .flatMap((part) => {
      const words = part.trim().split(/\s+/);
      return words.flatMap((word, place) => {
        if (!groupNoun.test(word) || noGroup.test(word)) return [];
        const before = words[place - 1];
        if (before && /^\p{L}{3,}[\p{L}-]*$/u.test(before) && !notBefore.has(before) && !groupNoun.test(before))
          return [`${before} ${word}`];
        return vague.test(word) ? [] : [word];
      });
    });
  return [...new Set(terms)].slice(0, 8);
};
