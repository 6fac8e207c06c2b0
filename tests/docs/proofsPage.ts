import path from 'node:path';
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

/** tests/PROOFS.md, from the table of the proofs. */
export const proofsPage = `# Proofs

This file is generated from \`proofs.ts\`. After a change run \`npm run docs\`.

What this product promises, the test that carries each promise, and a bug that this test catches. \`npm run mutations\` plants each of the
${mutations.length} bugs alone, runs its test, and fails when a bug is missed. \`npm run mutations -- NAME\` plants one.

${sections.join('\n\n')}
`;
