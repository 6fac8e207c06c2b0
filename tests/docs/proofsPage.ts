import path from 'node:path';
import found from '../alterations.json' with { type: 'json' };
import { notProven } from '../notProven.ts';
import { type Mutation, mutations, proofs } from '../proofs.ts';
import { table } from './table.ts';

/** PROOFS.md is in the folder of the tests. */
const link = (file: string) => `[${path.basename(file)}](${path.posix.relative('tests', file)})`;

const row = ({ proof, bug, file, name, test }: Mutation): string[] => [
  proof,
  `${link(test.file)}: ${test.name}`,
  `\`${name}\`: ${bug}, in ${link(file)}`,
];

const sections = Object.entries(proofs).map(
  ([title, rows]) => `## ${title}\n\n${table(['Proof', 'Test', 'Planted bug'], rows.map(row))}`,
);

export type AlterationTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

const VERDICTS = ['named', 'seal', 'refused', 'documented', 'missed'];
const counts = Object.entries(found as AlterationTable).map(([kind, by]) => [
  kind,
  ...[Object.values(by).reduce((sum, n) => sum + n, 0), ...VERDICTS.map((verdict) => by[verdict] ?? 0)].map(String),
]);
const total = [
  'Together',
  ...[1, 2, 3, 4, 5, 6].map((at) => String(counts.reduce((sum, row) => sum + Number(row[at]), 0))),
];

const alterations = `## Alterations by the owner of the tables

Each was made alone, as a user who owns all tables and steps past triggers. Then \`audit -- verify\` looked, with SEAL_FILE. It names the place, or the
seal that covers something else, or PostgreSQL refuses the change. The rest is [documented](../SECURITY.md#what-verify-does-not-prove).

${counts.length === 0 ? 'No run has written its numbers yet.' : table(['Altered', 'n', 'Named', 'By seal', 'Refused', 'Documented', 'Missed'], [...counts, total])}

The test is [alterations.test.ts](integration/alterations.test.ts). With \`ALTERATIONS=1\` it writes these numbers.`;

const SECTION = /(?<=## What verify does not prove\n\n)[\s\S]*?(?=\n\n## |\n$)/;

/** SECURITY.md with its list of what is not proven. */
export const securityPage = (text: string): string =>
  text.replace(SECTION, () =>
    table(
      ['What', 'Why'],
      notProven.map(({ what, why }) => [what, why]),
    ),
  );

/** tests/PROOFS.md, from the table of the proofs. */
export const proofsPage = `# Proofs

This file is generated from \`proofs.ts\`. After a change run \`npm run docs\`.

What this product promises, the test that carries each promise, and a bug that this test catches. \`npm run mutations\` plants each of the
${mutations.length} bugs alone, runs its test, and fails when a bug is missed. \`npm run mutations -- NAME\` plants one.

${sections.join('\n\n')}

${alterations}
`;
