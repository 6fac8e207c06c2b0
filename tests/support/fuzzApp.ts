import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestApp } from './testApp.ts';

/** An app with everything set up that a route may need, so that it does not refuse its call for that. No worker runs. */
export async function startFuzzApp() {
  const webFolder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-fuzz-'));
  writeFileSync(path.join(webFolder, 'index.html'), '<!doctype html>');
  const testApp = await startTestApp({
    working: false,
    waitMs: 1,
    webFolder,
    inboundDomain: 'reply.northwind.example',
  });
  return {
    testApp,
    async stop() {
      await testApp.stop();
      rmSync(webFolder, { recursive: true });
    },
  };
}
