import { countryCode } from '../../../events/shared/countries.ts';

/** Countries whose spelling at People Data Labs is not ours in lower case (docs.peopledatalabs.com/docs/location-countries, v28). */
export const PDL_COUNTRIES: Readonly<Record<string, string>> = {
  AG: 'antigua and barbuda',
  BA: 'bosnia and herzegovina',
  BL: 'saint barthélemy',
  CD: 'democratic republic of the congo',
  CG: 'republic of the congo',
  GM: 'the gambia',
  GS: 'south georgia and the south sandwich islands',
  HM: 'heard island and mcdonald islands',
  KN: 'saint kitts and nevis',
  LC: 'saint lucia',
  MF: 'saint martin',
  MO: 'macau',
  PM: 'saint pierre and miquelon',
  PS: 'palestine',
  SH: 'saint helena',
  SJ: 'svalbard and jan mayen',
  ST: 'são tomé and príncipe',
  TC: 'turks and caicos islands',
  TR: 'turkey',
  TT: 'trinidad and tobago',
  VC: 'saint vincent and the grenadines',
  WF: 'wallis and futuna',
};

/** Our countries as People Data Labs spells them. */
export const pdlCountries = (regions: readonly string[]): string[] =>
  regions.map((region) => PDL_COUNTRIES[countryCode(region) ?? ''] ?? region);
