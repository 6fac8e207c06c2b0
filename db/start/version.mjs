import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '../..');

/** @param {string[]} args */
const git = (...args) => spawnSync('git', args, { cwd: project, encoding: 'utf8' }).stdout ?? '';

/** SemVer with the commit: `0.1.0+abcdef1`, with `.dirty` if the server's sources differ from it. An image has no git, and is told COMMIT. */
export function versionNow() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  if (process.env.COMMIT) return `${version}+${process.env.COMMIT.slice(0, 7)}`;
  // a copy inside of another repository has that one's commits
  const [prefix, commit] = git('rev-parse', '--show-prefix', 'HEAD').split('\n');
  if (prefix !== '' || !commit) return version;
  const isDirty = git('status', '--porcelain', '--', 'api', 'db', 'events', 'worker') !== '';
  return `${version}+${commit.slice(0, 7)}${isDirty ? '.dirty' : ''}`;
}
