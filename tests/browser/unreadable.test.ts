import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { connect } from '../../db/connect.ts';
import { rebuild } from '../../db/read/rebuild.ts';
import { damageKey } from '../support/damagedKeys.ts';
import { Person } from '../support/person.ts';
import { lookAt, type Screens, startScreens } from '../support/screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
});
afterAll(() => screens.stop());

test('a partner whose key was damaged is listed and opens as Unreadable, beside all others', async () => {
  const { app: testApp } = screens;
  const person = await new Person(testApp.url).signUp(`kay.${randomBytes(5).toString('hex')}@northwind.example`);
  const { id: userId } = await person.ok<{ id: string }>('GET', '/api/auth/user');
  await person.ok('PUT', '/api/business-profile', { businessName: 'Northwind Trail Gear', onboardingSkipped: true });
  const rows = ['Imke Sol', 'Jon Noll'].map((name) => ({
    name,
    platform: 'tiktok',
    username: name.replace(' ', ''),
    email: `${name.replace(' ', '.')}@sol.example`,
  }));
  await person.ok('POST', '/api/partners/import', { rows });
  const hurt = (await person.ok<PartnerView[]>('GET', '/api/partners')).find(({ name }) => name === 'Imke Sol');
  await damageKey(testApp.owner.sql, 'one bit flipped', userId, `partner-${hurt?.id}`);
  const sql = connect(testApp.databaseUrl, { role: 'owner', name: 'test rebuild', max: 6 });
  // the driver hangs when a connection is reserved before the first statement
  await sql`select 1`;
  await rebuild({ sql, master: testApp.owner.master });
  await sql.end({ timeout: 2 });

  const page = await screens.visit('/discovery', person);
  await page.getByText('Jon Noll').first().waitFor();
  const name = page.getByText('Unreadable', { exact: true }).first();
  await name.waitFor();
  await name.click();
  await page.getByRole('region', { name: 'About Unreadable' }).waitFor();
  await lookAt(page, 'unreadable-partner');
  expect(await page.getByText('Erased').count()).toBe(0);
});
