/** Passwords that are easy to guess: those that people really choose, and those that they should. */
import { expect, test } from 'vitest';
import { easyToGuess } from '../../api/signIn/easyToGuess.ts';

const ROBIN = {
  email: 'robin.vale@northwind.example',
  firstName: 'Robin',
  lastName: 'Vale',
  username: null,
  businessName: 'Blue Heron Café',
};

test.each([
  'Summer2024!',
  'Sommer2026!',
  '$ummer2025!',
  'Winter2025/26',
  'Herbst!2026!',
  'Frühling2026',
  'Fruehling26!',
  'Printemps2026',
  'Verano2026!!',
  'November2026',
  'Dezember24!',
  'février2026!',
  'Monday2026!',
  'Montag2026!',
  'Passwort2026!',
  'Welcome2026!',
  'Willkommen1!',
  'Hallo123456!',
  'Robin2026!!',
  'R0bin2026!!',
  'robin.vale1990',
  'RobinVale24.12.90',
  'vale_robin_77',
  'Northwind2026!',
  'N0rthw1nd2026!',
  'BlueHeron2026!',
  'cafe-heron-1',
  'partnerpilot2026',
  'RobinSummer26!',
  '!!Robin1990!!',
  'robinrobin1',
  'P@ssw0rd2026',
  'Qwertz123456',
  'iloveyou2026',
])('%j is refused', async (password) => {
  expect(await easyToGuess(password, ROBIN)).toMatch(/^This password is easy to guess: .*\. Use several words/);
});

test.each([
  'correct horse battery',
  'another horse battery',
  'a horse of another colour',
  'tr0ub4dor&3x',
  'aB3$kL9!qZ',
  'ein langes Kennwort',
  'Lampe Birne Ofen Tal',
  'summer rain on old tin',
  'robin eats purple lamps',
  'northwind-otter-basalt',
  'März friert die Ente ein',
  '日本語のパスワード文',
  'зелёный чайник поёт',
  'xkwv-93md-tqpz',
  'Robin 83610 59274 10683',
  'winterkohlsuppentopf7',
])('%j is taken', async (password) => {
  expect(await easyToGuess(password, ROBIN)).toBeNull();
});
