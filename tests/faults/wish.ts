import { parseArgs } from 'node:util';
import { MUTANTS } from './mutants.ts';

export const NEEDS = 'it needs --runs and --minutes of 1 or more, and faults that can strike here';

/** The arguments ask for something that there is not; the message says what. */
export class WrongWish extends Error {}

function complain(line: string): never {
  throw new WrongWish(line);
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 ? value : complain(`--${name} takes a whole number, not "${text}".`);
}

/** `names`: of all faults. Throws WrongWish. */
export function readWish(args: string[], names: readonly string[]) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      mutant: { type: 'string', multiple: true, default: [] },
    },
  });
  const groups = (lists: readonly string[]) =>
    lists.map((group) => group.split(',').filter(Boolean)).filter((group) => group.length > 0);
  const only = groups(values.only);
  const unknown = only.flat().find((name) => !names.includes(name));
  if (unknown) complain(`There is no fault called ${unknown}. Choose from: ${names.join(', ')}.`);
  const mutants = groups(values.mutant).map((group) =>
    group.map(
      (name) =>
        MUTANTS.find((mutant) => mutant === name) ??
        complain(`There is no mutant called ${name}. Choose from: ${MUTANTS.join(', ')}.`),
    ),
  );
  const runs = wholeNumber('runs', values.runs ?? String(mutants.length || only.length || names.length));
  const minutes = wholeNumber('minutes', values.minutes);
  if (runs === 0 || minutes === 0) complain(`Nothing would be run, and nothing proved: ${NEEDS}.`);
  return {
    runs,
    seed: values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('seed', values.seed),
    minutes,
    json: values.json,
    only,
    mutants,
  };
}
