import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  AddPartnersView,
  CampaignView,
  EnhanceView,
  GenerateMessagesView,
  GenerateView,
  PartnerView,
  SendView,
} from '../../api/views.ts';
import { openStore } from '../../db/connection/open.ts';
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts';
import { freePort, type Launched, launchProcess } from '../support/launched.ts';
import { Person, until } from '../support/person.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgBouncer.ts';
import type { OutboxMail } from '../support/testApp.ts';

if (!hasPgBouncer) console.warn('PgBouncer is not installed (apt-get install pgbouncer): its tests are skipped.');

describe.skipIf(!hasPgBouncer)('through PgBouncer in transaction mode', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pp-pooled-'));
  let database: TestDatabase;
  let pooler: PgBouncer;
  let running: Launched | null = null;

  beforeAll(async () => {
    database = await freshDatabase();
    pooler = await startPgBouncer(database.url);
  });
  afterAll(async () => {
    running?.process.kill('SIGTERM');
    await running?.ended;
    await pooler.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('the main loop, from sign-up to the sent emails', { timeout: 120_000 }, async () => {
    const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
    running = launchProcess(process.execPath, ['db/start/partner-pilot.mjs', 'start'], {
      PORT: port,
      SANDBOX_PORT: sandboxPort,
      DATA_DIR: dataDir,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.url,
      SECRET_KEY: TEST_SECRET,
      SEND_GAP_SECONDS: '0.05-0.1',
    });
    await running.says(/^Partner Pilot is ready/m);
    const robin = await new Person(`http://localhost:${port}`).signUp('robin@northwind.example');
    await robin.ok('PUT', '/api/business-profile', {
      businessName: 'Northwind Trail Gear',
      industry: 'Fitness',
      userFullName: 'Robin Vale',
      contactEmail: 'robin@northwind.example',
      postalAddress: '12 Ridge Road, Burlington, VT 05401',
      timezone: 'UTC',
    });
    const found = await robin.ok<GenerateView>('POST', '/api/partners/generate', {
      criteria: { description: 'Repairable packs', platforms: ['instagram'], industry: 'Fitness' },
      count: 10,
    });
    expect(found.found).toBeGreaterThan(2);
    const withEmail: string[] = [];
    for (const { id } of await robin.ok<PartnerView[]>('GET', '/api/partners')) {
      await robin.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
      const { partner } = await robin.ok<EnhanceView>('POST', `/api/partners/${id}/enhance-contact`);
      if (partner.contactInfo?.email) withEmail.push(id);
    }
    await robin.ok('PUT', '/api/email-settings', {
      emailProvider: 'sendgrid',
      fromEmail: 'robin@northwind.example',
      sendgridApiKey: 'SG.sandbox',
    });
    const campaign = await robin.ok<CampaignView>('POST', '/api/campaigns', {
      name: 'Spring vests',
      subjectType: 'static',
      staticSubject: 'A vest for your trails',
      messagePrompt: 'Offer a free vest for an honest review.',
      dailyLimit: 10,
    });
    const added = await robin.ok<AddPartnersView>('POST', `/api/campaigns/${campaign.id}/partners`, {
      partnerIds: withEmail,
    });
    expect(added.addedCount).toBeGreaterThan(1);
    const written = await robin.ok<GenerateMessagesView>('POST', `/api/campaigns/${campaign.id}/generate-messages`);
    expect(written.generatedCount).toBe(added.addedCount);
    await robin.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await until(
      () => robin.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
      ({ status }) => status === 'completed',
    );
    const sends = await robin.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    const outbox = await fetch(`http://127.0.0.1:${sandboxPort}/outbox`, { headers: { Accept: 'application/json' } });
    const { messages } = (await outbox.json()) as { messages: OutboxMail[] };
    expect(messages.map(({ to }) => to).sort()).toEqual(sends.map(({ recipientEmail }) => recipientEmail).sort());
    expect(messages).toHaveLength(added.addedCount);
  });

  test('a process does not start when the pooler logs in as somebody else', async () => {
    const other = await startPgBouncer(database.url, { asOwner: true });
    try {
      const opened = openStore({ url: other.url, secretKey: TEST_SECRET, role: 'api', name: 'test', pooled: true });
      await expect(opened).rejects.toThrow(
        /^The database was reached as postgres instead of partner_pilot_api_[0-9a-f]{8}\. Remove user= from/,
      );
    } finally {
      await other.stop();
    }
  });
});
