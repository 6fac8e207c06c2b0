/** What a text says in other words than its sources: a country, a number, an amount, a name in another case. */
import { expect, test } from 'vitest';
import { profile as profileAggregate } from '../../events/accounts/profile.ts';
import { campaign as campaignAggregate } from '../../events/campaigns/campaign.ts';
import { textChecker } from '../../events/messages/check/checkText.ts';
import type { KnownPartner } from '../../events/messages/check/facts.ts';
import type { Language } from '../../events/shared/languages.ts';

const offer = { what: 'Two free nights', commission: '€40 for each guest', code: '', link: '' };

/** The quotes that are flagged in a sentence, of a partner with this bio, by a business with this description. */
function flagged(language: Language, sentence: string, bio: string, description = 'A house.', name = 'Anna Berg') {
  const text = { name: 'Spring', staticSubject: null, invitationText: null, messagePrompt: 'Invite them.' };
  const check = textChecker(
    { ...campaignAggregate.initial, text, offer, language },
    { ...profileAggregate.initial, businessName: 'Casa', description },
  );
  const person = {
    ...{ name, username: null, bio, jobTitle: null, company: null, city: null, region: null, country: null },
    ...{ avatar: null, profileUrl: null, companyDomain: null, socialProfiles: [], keywords: [], evidence: [] },
  };
  const partner = {
    ...{ platform: 'instagram', otherPlatforms: [], industry: null, followersCount: null, engagementRate: null },
    person,
  } as unknown as KnownPartner;
  const body = `Casa,\n\n${sentence}`;
  return check({ text: { subject: 'casa', body }, partner, earlier: [], byPerson: true }).map(({ quote }) => quote);
}

test.each<[Language, string, string]>([
  ['it', 'siamo nel nord del Portogallo.', 'A house in the north of Portugal.'],
  ['it', 'la casa è nel nord del Portogallo.', 'porto, portugal'],
  ['de', 'wir liefern in die Vereinigten Staaten und nach Österreich.', 'We ship to the United States and Austria.'],
  ['fr', 'nous sommes au Royaume-Uni, et bientôt en Allemagne.', 'We are in Germany and the United Kingdom.'],
  ['pl', 'nasz dom stoi na północy Portugalii.', 'A house in the north of Portugal.'],
  ['fi', 'talomme on Ruotsissa.', 'A house in Sweden.'],
  ['en', 'we plan a Danish edition.', 'A house in Denmark.'],
])('a country is the same in any language: %s, %s', (language, sentence, description) => {
  expect(flagged(language, sentence, '', description)).toEqual([]);
  expect(flagged(language, sentence, '')).not.toEqual([]);
});

test.each<[Language, string, string]>([
  ['it', 'insegni yoga dopo i sessanta.', "Insegno a chi ha più di sessant'anni."],
  ['it', "insegni a chi ha più di sessant'anni.", 'I teach people over 60.'],
  ['it', "pubblichi da vent'anni.", 'Online from the first day, for 20 years.'],
  ['de', 'du hast fünfundzwanzig Rezepte gesammelt.', 'I have 25 recipes.'],
  ['es', 'enseñas a cuatrocientos alumnos.', 'I teach 400 pupils.'],
  ['pl', 'uczysz trzysta osób.', 'I teach 300 people.'],
  ['en', 'you have a hundred and twenty recipes.', 'I have 120 recipes.'],
  ['es', 'tienes ciento veinte recetas.', 'I have 120 recipes.'],
  ['pl', 'masz sto dwadzieścia przepisów.', 'I have 120 recipes.'],
  ['fr', 'vous avez quatre-vingt-douze élèves.', 'I teach 92 pupils.'],
  ['fr', 'vous avez soixante-quinze élèves.', 'I teach 75 pupils.'],
  ['it', 'hai quarantotto ricette.', 'I have 48 recipes.'],
  ['nl', 'je hebt vierentwintig recepten.', 'I have 24 recipes.'],
  ['en', 'you have two hundred fifty recipes.', 'I have 250 recipes.'],
])('a number is the same in words: %s, %s', (language, sentence, bio) => {
  expect(flagged(language, sentence, bio)).toEqual([]);
  expect(flagged(language, sentence, 'I teach.')).not.toEqual([]);
});

test.each<[Language, string, string]>([
  ['en', 'we pay forty euros per guest.', 'we pay sixty euros per guest.'],
  ['en', 'we pay 40 EUR per guest.', 'we pay 60 EUR per guest.'],
  ['en', 'we pay EUR 40 per guest.', 'we pay $40 per guest.'],
  ['de', 'wir zahlen 40 Euro je Gast.', 'wir zahlen 60 Euro je Gast.'],
  ['de', 'wir zahlen vierzig Euro je Gast.', 'wir zahlen zweihundert Euro je Gast.'],
  ['nl', 'wij betalen Euro 40 per gast.', 'wij betalen Euro 60 per gast.'],
  ['it', 'sono quaranta euro a ospite.', 'sono quaranta dollari a ospite, e sessanta euro dopo.'],
])('an amount is the same in words and signs: %s, %s', (language, right, wrong) => {
  expect(flagged(language, right, '')).toEqual([]);
  expect(flagged(language, wrong, '')).not.toEqual([]);
});

test.each<[Language, string, string]>([
  ['de', 'wir zahlen 40 Pfund je Gast.', 'Offer £40 per guest.'],
  ['es', 'pagamos 40 libras por huésped.', 'Offer £40 per guest.'],
  ['pl', 'płacimy 40 dolarów za gościa.', 'Offer $40 per guest.'],
])('the name of a currency may be of any language: %s, %s', (language, sentence, description) => {
  expect(flagged(language, sentence, '', description)).toEqual([]);
  expect(flagged(language, sentence, '', 'Offer 40 beds.')).toEqual([]);
  expect(flagged(language, sentence, '', description.replace('40', '50'))).not.toEqual([]);
});

test.each<[Language, string, string]>([
  ['pl', 'uszyjemy szelki dla Figi.', 'Mieszkam z suczką Figą.'],
  ['pl', 'chętnie przyjedziemy do Łodzi.', 'łódź, poland'],
  ['pl', 'piszesz o Marku i Oldze.', 'Mój mąż to Marek, a córka Olga.'],
  ['cs', 'rádi přijedeme do Brna nebo do Prahy.', 'Žiju v Praze, dřív v Brně.'],
  ['pl', 'czytałem, jak gotuje pani z Krzyśkiem.', 'Gotuję. Mąż to Krzysiek.'],
  ['fi', 'leivot Matin kanssa Turussa.', 'Turku. Matti leipoo.'],
  ['de', 'deine Schwester Ines kocht mit.', 'My sister Ines cooks.'],
  ['fi', 'lähetämme paketin Osloon ja Annalle.', 'Oslo. Anna kirjoittaa.'],
  ['tr', 'kitabı Ayşe’ye de göndeririz.', 'Kızım Ayşe ile yaşıyorum.'],
])('a name is the same in any case of its grammar: %s, %s', (language, sentence, bio) => {
  expect(flagged(language, sentence, bio)).toEqual([]);
  expect(flagged(language, sentence, 'Bio.')).not.toEqual([]);
});

test('the name of the partner has cases, too, and is still misspelled', () => {
  const tomasz = (sentence: string, language: Language = 'pl') =>
    flagged(language, sentence, 'Bio.', 'A house.', 'Tomasz Wilczek');
  expect(tomasz('to pomysł dla Tomasza Wilczka.')).toEqual([]);
  expect(tomasz('to pomysł, z którym piszę do Tomas.')).toEqual(['Tomas']);
  expect(tomasz('an idea for Tomasza.', 'en')).toEqual(['Tomasza']);
});

test.each<[Language, string, string]>([
  ['pl', 'piszesz o Kasi.', 'Mój mąż to Adam.'],
  ['pl', 'piszesz o Piotrze.', 'Trenuję z pionem, a piosenka pomaga.'],
  ['en', 'you write about Figi.', 'I live with Figa.'],
  ['it', 'siamo nel nord della Spagna.', 'A house near Porto, Portugal.'],
])('another name stays another: %s, %s', (language, sentence, bio) => {
  expect(flagged(language, sentence, bio)).not.toEqual([]);
});

test.each<[Language, string]>([
  ['it', 'una tua amica ci ha raccontato del podcast.'],
  ['pt', 'uma das suas alunas disse-nos que devíamos escrever.'],
  ['es', 'una amiga nos dijo que escribiéramos.'],
  ['fr', 'une amie nous a raconté votre atelier.'],
])('nobody told us of them: %s, %s', (language, sentence) => {
  expect(flagged(language, sentence, 'Bio.')).not.toEqual([]);
});
