import type { TaskList } from 'graphile-worker';
import type { Deps, JobRequest, TailedEvent } from './context.ts';
import { type Lane, type Reaction, type Reactions, runTask, type Task } from './defineTask.ts';
import * as all from './tasks/all.ts';
import type { TakePlace } from './tenantPlaces.ts';

export const tasks: readonly Task[] = Object.values(all);

/** The jobs that an event asks for. The relay adds them; after a restore requeueOpenRequests.ts does so once more for open requests. */
export const jobsFor = (event: TailedEvent): JobRequest[] =>
  tasks.flatMap(({ name, on = {} }) => {
    const reaction = on[event.type as keyof Reactions] as Reaction<TailedEvent['data']> | undefined;
    return [reaction?.(event) || []].flat().map((job) => ({ task: name, ...job }));
  });

/** The tasks of a lane, for Graphile Worker. */
export const tasksOf = (lane: Lane, deps: Deps, takePlace?: TakePlace): TaskList =>
  Object.fromEntries(
    tasks.filter((task) => task.lane === lane).map((task) => [task.name, runTask(task, deps, takePlace)]),
  );

/** The scheduled tasks, on the runner that decides. */
export const crontab = tasks.flatMap(({ name, cron }) => (cron ? [`${cron} ${name} ?max=1`] : [])).join('\n');
