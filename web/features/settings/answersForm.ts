import { z } from 'zod';
import { profileAnswers } from '../../../events/accounts/businessInput.ts';

export const answersForm = z.object({ answers: profileAnswers });
export type AnswersForm = z.infer<typeof answersForm>;
