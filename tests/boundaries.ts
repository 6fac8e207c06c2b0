/** The rooms' imports (.dependency-cruiser.cjs). Fails when nothing was read, since that would prove nothing. */
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const ROOMS = ['web', 'api', 'worker', 'events', 'db', 'tests'];
const LEAST_MODULES = 50;

const options = await extractDepcruiseOptions('./.dependency-cruiser.cjs');
const { output } = await cruise(ROOMS, { ...options, exclude: { path: '^web/dist/' } }, undefined, {
  tsConfig: extractTSConfig('tsconfig.json'),
});
if (typeof output === 'string') throw new Error(output);

const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`);
if (totalCruised < LEAST_MODULES) {
  console.error(`Only ${totalCruised} modules were read; at least ${LEAST_MODULES} were expected.`);
}
console.log(`${totalCruised} modules read, ${violations.length} violations`);
process.exitCode = violations.length > 0 || totalCruised < LEAST_MODULES ? 1 : 0;
