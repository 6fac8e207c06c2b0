/** The languages in which texts can be written, and recognized, in the order of their names. Another one is a new version of the campaign events. */
export const LANGUAGES = {
  ar: 'Arabic',
  zh: 'Chinese (Simplified)',
  cs: 'Czech',
  da: 'Danish',
  nl: 'Dutch',
  en: 'English',
  fi: 'Finnish',
  fr: 'French',
  de: 'German',
  hi: 'Hindi',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  no: 'Norwegian',
  pl: 'Polish',
  pt: 'Portuguese',
  es: 'Spanish',
  sv: 'Swedish',
  tr: 'Turkish',
} as const;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];
