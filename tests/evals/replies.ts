/** `npm run evals -- replies FILE.json`: whether a reply gets its label, and whether a friendly one suppresses its writer. */
import { z } from 'zod';
import { labelByWords } from '../../events/conversations/labelByWords.ts';
import { readByRules } from '../../events/conversations/readByRules.ts';
import { REPLY_LABELS, type ReplyLabel } from '../../events/messages/replyLabels.ts';
import { replyClassificationPrompt } from '../../worker/providers/openai/prompts.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { replyQuestion } from '../../worker/tasks/classifyReply.ts';
import { LABELS_OF_FILES } from './cases.ts';
import type { Grader, Judge, Verdict } from './labeled.ts';

/** `label` in the words of the file, or `labels`: any of them is right. */
const cases = z
  .array(
    z
      .object({
        id: z.string().optional(),
        subject: z.string().optional(),
        text: z.string(),
        label: z.string().optional(),
        labels: z.array(z.string()).nonempty().optional(),
        lastEmail: z.object({ subject: z.string(), body: z.string() }).optional(),
      })
      .refine(({ label, labels }) => label ?? labels, 'label or labels is missing'),
  )
  .min(1, 'There must be at least one case');
type ReplyCase = z.infer<typeof cases>[number];

const DAY = '2026-11-23';
const OUR_EMAIL = { subject: 'An idea', body: 'Hi, I have an idea for the two of us. Would you like to hear more?' };
/** These end all email, or may. */
const STOPS: ReadonlySet<ReplyLabel> = new Set<ReplyLabel>(['unsubscribe', 'legal_request', 'spam']);

const productLabels = (one: string): readonly ReplyLabel[] =>
  LABELS_OF_FILES[one] ?? REPLY_LABELS.filter((label) => label === one);

/** What code alone makes of a reply to an email of ours. */
const byRules = ({ subject = 'Re: An idea', text }: ReplyCase) =>
  readByRules(
    {
      ...{ from: 'partner@mail.example', fromName: null, subject, text, newPart: text, html: null, replyTo: null },
      ...{ internetMessageId: null, references: [], inReplyTo: ['<ours@mail.example>'], copies: [], files: [] },
      ...{ quoted: { ids: [], unsubscribeTokens: [], to: [] }, headers: {}, report: null },
      ...{ truncated: false, unparsed: false },
    },
    true,
  );

async function byModel(
  { askAi }: NonNullable<Judge>,
  { text, subject = 'Re: An idea', lastEmail }: ReplyCase,
  id: string,
) {
  const question = replyQuestion({ subject, newPart: text }, lastEmail ?? OUR_EMAIL, `${DAY}T09:00:00Z`, DAY);
  if (!question) return null;
  const cause = { actor: 'evals', correlationId: id, causationId: null };
  const asked = { tenant: 'evals', cause, about: id, input: question.input };
  try {
    return question.said((await askAi(replyClassificationPrompt, asked)).value);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return null;
  }
}

export type ReplyVerdict = Verdict & { suppresses: boolean };

export const gradeReplies: Grader<ReplyVerdict> = async (read, judge) => {
  const verdicts: ReplyVerdict[] = [];
  for (const [at, one] of cases.parse(read).entries()) {
    const id = one.id ?? String(at + 1);
    const wanted = one.labels ?? [one.label ?? ''];
    const rules = byRules(one);
    const read = rules.label === null && judge ? await byModel(judge, one, id) : null;
    const said = rules.label ?? (judge ? (read?.label ?? null) : rules.asks.length > 0 ? null : labelByWords(one.text));
    const fits = wanted.find((label) => said !== null && productLabels(label).includes(said));
    const signs = rules.asks.map(({ sign }) => `asks ${sign}`);
    const quotes = read?.wants?.map(({ label, quote }) => `${label}: ${quote}`) ?? [];
    verdicts.push({
      ...{ id, wanted: wanted.join(' or '), got: fits === undefined ? (said ?? 'none') : wanted.join(' or ') },
      why: [...(said ? [said] : []), ...signs, ...quotes].join('; ') || null,
      suppresses: rules.label === 'unsubscribe',
    });
  }
  const stops = (wanted: string) =>
    wanted
      .split(' or ')
      .flatMap(productLabels)
      .some((label) => STOPS.has(label));
  const count = (fits: (one: ReplyVerdict) => boolean) => verdicts.filter(fits).length;
  const right = count(({ wanted, got }) => wanted === got);
  const none = count(({ got }) => got === 'none');
  const friendly = count(({ wanted }) => !stops(wanted));
  const suppressed = count(({ wanted, suppresses }) => suppresses && !stops(wanted));
  return {
    verdicts,
    table: {
      'labels right': `${right} of ${verdicts.length}`,
      'labels wrong': `${verdicts.length - right - none} of ${verdicts.length}`,
      'without a label': `${none} of ${verdicts.length}`,
      'friendly replies that suppress their writer': `${suppressed} of ${friendly}`,
    },
  };
};
