import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { z } from 'zod';
import { auditCommands } from '../../db/audit/runCommand.ts';
import { settingGroups } from '../../db/installation/settings.ts';
import { npmCommands } from './npmCommands.ts';
import { table } from './table.ts';

function settingRow([name, schema]: [string, z.ZodType]): string[] {
  const { description, unset } = schema.meta() ?? {};
  if (!description) throw new Error(`${name} has no description in db/installation/settings.ts.`);
  const { default: value } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return [name, value === undefined ? (unset ?? 'unset') : String(value), description];
}

const settingTables = Object.entries(settingGroups).map(
  ([title, group]) =>
    `### ${title}\n\n${table(['Setting', 'Default', 'Description'], Object.entries(group).map(settingRow))}`,
);

const runs = (script: string) => (script === 'start' || script === 'test' ? `npm ${script}` : `npm run ${script}`);

const npmRows = Object.entries(npmCommands).map(([script, { usage, description }]) => [
  `\`${runs(script)}${usage ? ` -- ${usage}` : ''}\``,
  description,
]);

const usageOf = (command: CommandUnknownOpts) =>
  [
    command.name(),
    ...command.registeredArguments.map((argument) => argument.argChoices?.join('|') ?? `<${argument.name()}>`),
    ...command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`)),
  ].join(' ');

const auditRows = auditCommands.map((make) => {
  const { command } = make();
  return [`\`${usageOf(command)}\``, command.description()];
});

/** SETTINGS.md, from the schemas of the settings and the commands. */
export const settingsPage = `# Settings and commands

This file is generated. Change the descriptions in the code, then run \`npm run docs\`.

## Settings

Settings are environment variables. A bad value stops the start with one line that says what to do.

${settingTables.join('\n\n')}

## Commands

${table(['Command', 'Description'], npmRows)}

### Audit commands

Run each with \`npm run audit --\`, such as \`npm run audit -- status\`. \`--json\` prints JSON, for programs.

${table(['Command', 'Description'], auditRows)}
`;
