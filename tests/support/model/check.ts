import fc from 'fast-check';
import { expect } from 'vitest';
import { agree } from './agree.ts';
import { newcomer, type Stage } from './real.ts';
import { freshModel } from './state.ts';
import { type Step, steps } from './steps.ts';

const PARTNERS = 3;
/** No further life begins after this. If one fails, a shorter failing one is looked for this long. */
const LOOKING_MS = 9_000;
const SHORTENING_MS = 40_000;

type Name = keyof typeof steps;
const arbitrary = (name: Name) => steps[name] as fc.Arbitrary<Step>;

/**
 * Takes random steps, each by its weight, in a life of its own that begins with one of the openings. Fails with the seed and the shortest
 * sequence of steps found at which model and product part.
 */
export async function checkLives(
  faultRun: Stage,
  life: { openings: readonly (readonly Name[])[]; weights: Partial<Record<Name, number>>; runs: number; steps: number },
): Promise<void> {
  const weighted = Object.entries(life.weights).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => arbitrary(name as Name)),
  );
  async function live(opening: readonly Step[], random: Iterable<Step>): Promise<void> {
    const real = await newcomer(faultRun, PARTNERS);
    const model = freshModel(faultRun.clock.at, real.addresses);
    await agree(model, real);
    for (const step of opening) await step.run(model, real);
    await fc.asyncModelRun(() => ({ model, real }), random);
    expect(await real.foldedOtherwise()).toEqual([]);
  }
  let end = Date.now() + LOOKING_MS;
  let failed = false;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(...life.openings.map((names) => fc.tuple(...names.map(arbitrary)))),
      fc.commands(weighted, { maxCommands: life.steps, size: 'max' }),
      async (opening, random) => {
        if (Date.now() > end) return;
        await live(opening, random).catch((error: unknown) => {
          if (!failed) end = Date.now() + SHORTENING_MS;
          failed = true;
          throw error;
        });
      },
    ),
    { numRuns: life.runs },
  );
  expect(await faultRun.rebuiltOtherwise()).toEqual([]);
}
