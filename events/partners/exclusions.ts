/** How people begin to say what they do not want, in the main languages. */
const NEGATION =
  /^(?:no|not|never|without|avoid|exclude|nobody|anyone|keine?[rnms]?|ohne|nicht|pas|aucune?|sans|sin|ning[uú]n[ao]?|senza|nessun[ao]?|non|geen|zonder|niet|sem|nenhum[a]?|n[aã]o|bez|[zż]adn[aey](?:ch|go)?|nie|ingen|inga|inte|utan|ikke|uden|uten|ei)\s+(?:(?:a|an|any|more|de|the|who|from|that)\s+|d['’])*/iu;

/** "not vegan", "nicht vegan": they must be vegan. "not from the alcohol industry" names a kind, as "no" does. */
const DENIED =
  /^(?:not|nicht|niet|inte|ikke|pas|non)[\s-]+(?!(?:from|an?|any|the|of|in|aus|von|van|de|från|fra)\s|d['’])/iu;

/** What the people left out are not; null: the exclusion says what they are. */
export const deniedIn = (exclusion: string): string | null =>
  DENIED.test(exclusion.trim()) ? exclusion.trim().replace(DENIED, '') : null;

/** `no fast fashion` → `fast fashion`: what a profile of those people says. Lower case. */
export const excludedTerms = (exclusions: readonly string[] | undefined): string[] =>
  [
    ...new Set(
      (exclusions ?? [])
        .filter((text) => deniedIn(text) === null)
        .map((text) =>
          text
            .normalize('NFKC')
            .trim()
            .replace(NEGATION, '')
            .replace(/[.!\s]+$/, '')
            .toLowerCase(),
        ),
    ),
  ].filter((term) => term !== '');
