/** npm run bench -- [NAME …] [--quick] [--keep FOLDER] [--partners N]: one JSON line for each. Without a name: all of them. Exits 1 when `missed` names anything. */
import { parseArgs } from 'node:util';
import { benchAi } from './ai.ts';
import { benchApi } from './api.ts';
import { benchAudit } from './audit.ts';
import { benchCommit } from './commit.ts';
import { benchDispatch } from './dispatch.ts';
import { benchHostile } from './hostile.ts';
import { benchMail } from './mail.ts';
import { benchPeers } from './peers.ts';
import { benchRebuild } from './rebuild.ts';
import { benchSends } from './sends.ts';
import { benchWeb } from './web.ts';

const ofSize = () => ({ keep: values.keep ?? null, partners: Number(values.partners) || null });
const benches = {
  ai: benchAi,
  api: (quick: boolean) => benchApi(quick, ofSize()),
  commit: benchCommit,
  dispatch: benchDispatch,
  sends: benchSends,
  rebuild: benchRebuild,
  audit: benchAudit,
  web: (quick: boolean) => benchWeb(quick, ofSize()),
  hostile: benchHostile,
  mail: benchMail,
  peers: benchPeers,
};
const names = Object.keys(benches) as (keyof typeof benches)[];

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, keep: { type: 'string' }, partners: { type: 'string' } },
});
const unknown = wanted.find((word) => !names.some((name) => name === word));
if (unknown !== undefined) {
  console.error(`There is no bench called ${unknown}. Choose from: ${names.join(', ')}; add --quick for a short run.`);
  process.exit(1);
}
for (const name of names) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const result: { missed?: readonly string[] } = await benches[name](values.quick);
  console.log(JSON.stringify(result));
  if (result.missed && result.missed.length > 0) process.exitCode = 1;
}
