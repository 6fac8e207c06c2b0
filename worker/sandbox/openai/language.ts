const foreign = new Set(
  'und der das nicht bitte auf ein eine einen wir ist sind mit für zu den dem schreiben schreibe deutsch ihnen le les des nous vous est avec pour une votre leur écrire en français un una los las el para nosotros que con español il gli nostri nostra che sono italiano een wij van niet het je jullie nederlands och på att'.split(
    ' ',
  ),
);
const english = new Set(
  'the a an and of to for with we our us you your them their they is are on in at that it if about by or'.split(' '),
);

/** True for a text that is more likely in another language than English, judged by its small words and its script. */
export const isForeign = (text: string): boolean => {
  if (
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hangul}]/u.test(text)
  )
    return true;
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const count = (set: ReadonlySet<string>) => words.filter((word) => set.has(word)).length;
  return count(foreign) > count(english);
};
