import type { TestProject } from 'vitest/node';
import { routesOnly } from '../../support/heldToContract.ts';

declare module 'vitest' {
  interface ProvidedContext {
    openApi: string;
  }
}

/** Makes the contract of the API outside the DOM, where the API cannot run. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('openApi', await (await routesOnly().request('/api/openapi.json')).text());
}
