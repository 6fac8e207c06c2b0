import { expect, test } from 'vitest';
import { safeNext } from '../../api/signIn/entryForm.ts';

test.each([
  '/%61pi/logout',
  '/%61%70%69/logout',
  '/api%2Flogout',
  '/%2561pi/logout',
  '/x/%2e%2e/api/logout',
  '/x/..%2fapi/logout',
  '/x%2f..%2fapi/logout',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/API/logout',
  '/api',
  '/%',
  '/%ff',
])('next=%s leads to the front page', (next) => {
  expect(safeNext(next)).toBe('/');
});

test.each([
  '/',
  '/discovery?search=%61pi/logout',
  '/campaigns/c1?tab=sent#top',
  '/apiary',
  '/settings/history?at=1%2B2',
])('next=%s is kept', (next) => {
  expect(safeNext(next)).toBe(next);
});
