/**
 * npx tsx tests/golden/add.ts: writes down the fingerprints of event versions that are new. One that is there is never changed: a changed
 * schema is a new version.
 */
import { writeFileSync } from 'node:fs';
import { allDefinitions, fingerprintOf, knownFingerprints, SCHEMAS, samplesOf } from './fingerprints.ts';

const known = knownFingerprints();
const fresh = allDefinitions().filter(({ name }) => known[name] === undefined);
const lacking = fresh.filter(
  ({ kind, type, definition }) => samplesOf(kind)[type]?.[String(definition.version)] === undefined,
);
if (lacking.length > 0) {
  console.error(
    `Put a sample of each into tests/golden/<kind>.json first: ${lacking.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}
const all = { ...known, ...Object.fromEntries(fresh.map(({ name, definition }) => [name, fingerprintOf(definition)])) };
const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(SCHEMAS, `${JSON.stringify(sorted, null, 2)}\n`);
console.error(fresh.length === 0 ? 'Nothing is new.' : `Added ${fresh.map(({ name }) => name).join(', ')}.`);
