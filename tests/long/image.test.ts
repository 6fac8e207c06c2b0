import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import {
  buildImage,
  type Container,
  imagesMissing,
  removeImages,
  runInImage,
  startContainer,
} from '../support/image.ts';
import { freePort } from '../support/launched.ts';
import { runCampaign, sentOnceEach } from '../support/mainLoop.ts';
import { until } from '../support/person.ts';

const missing = imagesMissing();
if (missing) console.warn(`The image is not built, because ${missing}.`);

describe.skipIf(missing !== null)('the container image', () => {
  const running: Container[] = [];
  let database: TestDatabase;
  let image: ReturnType<typeof buildImage>;

  beforeAll(async () => {
    image = buildImage();
    console.log('The image was built on a root file system of mmdebstrap, in place of the official image of Node.');
    database = await freshDatabase();
  }, 900_000);
  afterAll(async () => {
    for (const one of running) one.stop();
    await database?.drop();
    removeImages();
  }, 120_000);

  test('adds at most 60 MB to Node', () => {
    console.log(`${Math.round(image.size / 1e6)} MB, of which Node and Debian ${Math.round(image.node / 1e6)} MB`);
    expect(image.size - image.node).toBeLessThan(60e6);
  });

  test('the main loop, in containers that do not run as root', { timeout: 240_000 }, async () => {
    const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
    const settings = {
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET,
      SANDBOX: 'on',
      SANDBOX_MODE: 'on',
      SANDBOX_PORT: sandboxPort,
      SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
      PORT: port,
      HOST: '127.0.0.1',
      SEND_GAP_SECONDS: '0.05-0.1',
    };
    const name = `pp-test-${randomBytes(4).toString('hex')}`;
    runInImage(`${name}-migrate`, settings, ['migrate']);
    const started = performance.now();
    const api = startContainer(`${name}-api`, settings, []);
    running.push(api);
    await until(async () => api.healthy(), Boolean, 60_000);
    console.log(`The API was healthy after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    expect(api.user()).toBe('partner-pilot');
    for (const program of ['sandbox', 'worker'])
      running.push(startContainer(`${name}-${running.length}`, settings, [program]));
    await sentOnceEach(await runCampaign(`http://localhost:${port}`), settings.SANDBOX_URL, 120_000);
    expect(runInImage(`${name}-verify`, settings, ['audit', 'verify'])).toContain('ok');
  });
});
