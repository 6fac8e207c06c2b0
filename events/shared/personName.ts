import { z } from 'zod';
import { stop } from './text.ts';

/** The username of a user, blank for none. It is shown with an @ before it. */
export const username = z
  .string('The username must be a text')
  .trim()
  .max(60, stop('The username must be at most 60 characters'))
  .regex(/^[\p{L}\p{M}\p{N}._-]*$/u, 'The username may only have letters, digits, dots, dashes and underscores');

/** A user's name, written by them or by an admin. `what`: its label in messages, such as "first name". */
export const personName = (what: string) =>
  z
    .string(`The ${what} must be a text`)
    .trim()
    .max(60, stop(`The ${what} must be at most 60 characters`))
    .regex(/^\P{Cc}*$/u, `The ${what} must have no control characters`);
