/** npm run bench -- [commit] [dispatch] [rebuild] [audit] [web] [--quick]: one JSON line for each. Without a name: all of them. */
import { benchAudit } from './audit.ts';
import { benchCommit } from './commit.ts';
import { benchDispatch } from './dispatch.ts';
import { benchRebuild } from './rebuild.ts';
import { benchWeb } from './web.ts';

const benches = {
  commit: benchCommit,
  dispatch: benchDispatch,
  rebuild: benchRebuild,
  audit: benchAudit,
  web: benchWeb,
};
const names = Object.keys(benches) as (keyof typeof benches)[];

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const wanted = words.filter((word) => word !== '--quick');
const unknown = wanted.find((word) => !names.some((name) => name === word));
if (unknown !== undefined) {
  console.error(`There is no bench called ${unknown}. Choose from: ${names.join(', ')}; add --quick for a short run.`);
  process.exit(1);
}
for (const name of names) {
  if (wanted.length === 0 || wanted.includes(name)) console.log(JSON.stringify(await benches[name](quick)));
}
