import { Hono } from 'hono';
import { commitImport } from '../../db/importPartners.ts';
import { AlreadyTaken, ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { partnersByKey } from '../../db/read/knownPartners.ts';
import { partnersById } from '../../db/read/partners.ts';
import { ref } from '../../db/store.ts';
import { type ImportRow, importRequest, importRow } from '../../events/inputs/partners.ts';
import { UNREADABLE_TEXT, unreadableField } from '../../events/inputs/unreadable.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { OPTED_OUT } from '../../events/partners/partner.ts';
import { platformOf, usernameOf } from '../../events/partners/profileUrl.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { check } from '../validate.ts';
import type { ErrorView, ImportProblemView, ImportView } from '../views.ts';

type Line = { row: ImportRow; id: string };

/** A list of people the user knows already: all rows or none, every bad row named by its line (rulings). Who opted out is left out. */
export function partnerImportRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().post('/partners/import', check('json', importRequest, 'any'), async (c) => {
    const { tenant } = c.get('user');
    const problems: ImportProblemView[] = [];
    const lines: Line[] = [];
    const lineOf = new Map<string, number>();
    for (const [index, raw] of c.req.valid('json').rows.entries()) {
      const line = typeof raw.line === 'number' ? raw.line : index + 1;
      const read = importRow.safeParse({ ...raw, line });
      if (!read.success) {
        for (const issue of read.error.issues)
          problems.push({ line, problem: problemText(issue.path.join('.'), issue.message) });
        continue;
      }
      const row = read.data;
      const unreadable = unreadableField(row);
      if (unreadable !== null) {
        problems.push({ line, problem: `${unreadable} ${UNREADABLE_TEXT}` });
        continue;
      }
      const platform = row.platform ?? platformOf(row.profileUrl ?? '');
      if (!platform) {
        problems.push({ line, problem: 'the profile URL does not show the platform: add a platform' });
        continue;
      }
      const username = row.username ?? usernameOf(row.profileUrl ?? '');
      const key = duplicateKey({ profileUrl: row.profileUrl, platform, username });
      const id = store.pseudonyms.partnerId(tenant, key);
      const first = lineOf.get(id);
      if (first !== undefined) problems.push({ line, problem: `the same person as in line ${first}` });
      else {
        lineOf.set(id, line);
        lines.push({ row: { ...row, platform, username: username ?? undefined }, id });
      }
    }
    // a search may have found them under another address of theirs
    const knownAs = await partnersByKey(store, tenant, [...lineOf.keys()]);
    const listed = new Set((await partnersById(store, tenant, [...knownAs.values()])).map(({ id }) => id));
    for (const [id, line] of lineOf) {
      if (listed.has(knownAs.get(id) ?? '')) problems.push({ line, problem: 'this person is in your list already' });
    }
    if (problems.length > 0) return refuse(problems);
    const { state: profile } = await store.load(tenant, ref('profile', tenant));
    let leftOut: string[];
    try {
      leftOut = await commitImport(store, tenant, causeOf(c), lines, profile.criteria ?? {});
    } catch (error) {
      const known = error instanceof Refused && error.refusal === 'conflict';
      if (!known && !(error instanceof ConcurrencyConflict) && !(error instanceof AlreadyTaken)) throw error;
      throw new Refused('conflict', 'Your list changed while this one was being added. Nothing was added. Try again.');
    }
    const view: ImportView = {
      addedCount: lines.length - leftOut.length,
      ...(leftOut.length > 0 && {
        leftOut: leftOut.map((id) => ({ line: lineOf.get(id) ?? 0, problem: OPTED_OUT })),
      }),
    };
    return c.json(view, 200);

    function refuse(found: ImportProblemView[]) {
      const body: ErrorView & { details: ImportProblemView[] } = {
        error: `Nothing was added: ${found.length} ${found.length === 1 ? 'row has' : 'rows have'} a problem.`,
        details: found.sort((a, b) => a.line - b.line),
      };
      return c.json(body, 422);
    }
  });
}

/** Our own messages name the column and begin in lower case; those of zod name none. */
const problemText = (field: string, message: string): string =>
  field === '' || /^\p{Ll}/u.test(message) ? message : `${field}: ${message}`;
