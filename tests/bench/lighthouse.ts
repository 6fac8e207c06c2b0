import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromiumPath } from '../support/chromium.ts';
import type { BenchApi } from './apiInProcess.ts';
import { quantile, rounded } from './database.ts';

/** Fetched when it is needed: it would be a quarter of all packages, and no test needs it. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

export type Scores = Record<(typeof CATEGORIES)[number], number>;
type Report = { categories: Record<(typeof CATEGORIES)[number], { score: number | null }> };

async function report(url: string, cookie: string | null, form: 'desktop' | 'phone'): Promise<Report> {
  const args = [
    ...['--yes', LIGHTHOUSE, url, '--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`],
    '--chrome-flags=--headless --no-sandbox',
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ];
  const child = spawn('npx', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CHROME_PATH: chromiumPath() ?? '' },
  });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${LIGHTHOUSE} ended with ${status}.`);
  return JSON.parse(Buffer.concat(printed).toString()) as Report;
}

/** Lighthouse's score of the landing page and the dashboard, of 100: the median of some rounds. */
export async function lighthouse({ url, cookie }: BenchApi, rounds: number): Promise<Record<string, Scores>> {
  const scores: Record<string, Scores> = {};
  for (const form of ['desktop', 'phone'] as const)
    for (const [page, who] of [
      ['landing', null],
      ['dashboard', cookie],
    ] as const) {
      const reports: Report[] = [];
      for (let round = 0; round < rounds; round += 1) reports.push(await report(`${url}/`, who, form));
      const median = (category: (typeof CATEGORIES)[number]) =>
        rounded(
          quantile(
            reports.map(({ categories }) => (categories[category].score ?? 0) * 100),
            0.5,
          ),
          0,
        );
      scores[`${page}On${form === 'desktop' ? 'Desktop' : 'Phone'}`] = {
        performance: median('performance'),
        accessibility: median('accessibility'),
        'best-practices': median('best-practices'),
      };
    }
  return scores;
}
