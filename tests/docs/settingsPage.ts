import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { z } from 'zod';
import { auditCommands, ownCommands } from '../../db/audit/auditCommands.ts';
import { EXIT_CODES, settingGroups } from '../../db/installation/settings.ts';
import type { OperatorCommand } from '../../db/process/command.ts';
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

const rowsOf = (commands: readonly OperatorCommand[]) =>
  commands.map((make) => {
    const { command } = make();
    return [`\`${usageOf(command)}\``, command.description()];
  });

const EXITS = `Run each with \`npm run\`, such as \`npm run backup -- FILE\`, or with \`partner-pilot\` (db/OPERATIONS.md). The exit code is ${EXIT_CODES.usage} for a wrong
call or setting, ${EXIT_CODES.unavailable} if the database or a file could not be looked at, ${EXIT_CODES.wrong} if something is wrong, and else 0. With \`--json\` standard output is one JSON
document, \`{"error": {"code", "message"}}\` when the command failed. Through npm it needs \`npm run -s\`.`;

/** SETTINGS.md, from the schemas of the settings and the commands. */
export const settingsPage = `# Settings and commands

This file is generated. Change the descriptions in the code, then run \`npm run docs\`.

## Settings

Settings are environment variables. A bad value stops the start with one line that says what to do.

${settingTables.join('\n\n')}

## Commands

${table(['Command', 'Description'], npmRows)}

### Commands of the operator

${EXITS}

${table(['Command', 'Description'], rowsOf(ownCommands))}

### Audit commands

Run each with \`npm run audit --\`, such as \`npm run audit -- status\`.

${table(['Command', 'Description'], rowsOf(auditCommands))}
`;
