import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** It takes longer than its size tells, and what begins last is waited for alone. */
const LONGER_THAN_IT_LOOKS = /\/faults\.test\./;
/** Projects that run side by side begin in this order, so that a worker seldom changes between them. */
const PROJECTS = ['integration', 'browser'];

/** Without the times of an earlier run the biggest files begin first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      LONGER_THAN_IT_LOOKS.test(moduleId) ? -1 : PROJECTS.indexOf(project.name);
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
