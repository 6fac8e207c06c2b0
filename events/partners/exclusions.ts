/** How people begin to say what they do not want, in the main languages. */
const NEGATION =
  /^(?:no|not|never|without|avoid|exclude|nobody|anyone|keine?[rnms]?|ohne|nicht|pas|aucune?|sans|sin|ning[uú]n[ao]?|senza|nessun[ao]?|non|geen|zonder|niet|sem|nenhum[a]?|n[aã]o|bez|[zż]adn[aey](?:ch|go)?|nie|ingen|inga|inte|utan|ikke|uden|uten|ei)\s+(?:(?:a|an|any|more|de|the|who|from|that)\s+|d['’])*/iu;

/** `no fast fashion` → `fast fashion`: what a profile of those people says. Lower case. */
export const excludedTerms = (exclusions: readonly string[] | undefined): string[] =>
  [
    ...new Set(
      (exclusions ?? []).map((text) =>
        text
          .normalize('NFKC')
          .trim()
          .replace(NEGATION, '')
          .replace(/[.!\s]+$/, '')
          .toLowerCase(),
      ),
    ),
  ].filter((term) => term !== '');
