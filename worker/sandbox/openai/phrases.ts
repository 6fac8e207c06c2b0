import type { Hook } from './hook.ts';

/** What the sentences of a message may speak of; `crowd` reads like "your readers on LinkedIn". */
export interface Matter {
  readonly topic: string;
  readonly business: string;
  readonly crowd: string;
}

type Opening = (detail: string, matter: Matter) => string;

/** First sentences by kind of hook; the detail is never their subject in the present tense, as it may be one or many. */
export const openings: Readonly<Record<Hook['kind'], readonly Opening[]>> = {
  detail: [
    (detail) => `Your ${detail} caught my eye.`,
    (detail, { topic }) => `While looking for people who care about ${topic}, I found your ${detail}.`,
    (detail) => `Let me start with the reason for this note: your ${detail}.`,
    (detail) => `I would like to hear more about your ${detail}.`,
    (detail) => `I like the idea behind your ${detail}.`,
    (detail) => `Your ${detail} gave me the idea to write to you.`,
    (detail, { business }) => `Reading about your ${detail} made me think of what we do at ${business}.`,
    (detail, { topic }) => `There is a lot to read about ${topic}, and your ${detail} stood out to me.`,
    (detail) => `Something like your ${detail} takes time and care, and I respect that.`,
    (detail) => `Your profile speaks of your ${detail}, and that made me curious.`,
  ],
  quoted: [
    (line) => `You write ${line} in your profile, and that made me curious.`,
    (line) => `In your profile I found the line ${line}, and it is the reason for this note.`,
    (line, { business }) => `${line}: when I read that in your profile, I thought of what we do at ${business}.`,
    (line) => `The line ${line} in your profile caught my eye.`,
    (line, { topic }) => `While looking for people who care about ${topic}, I came across your line ${line}.`,
  ],
  work: [
    (work) => `Your ${work} caught my eye.`,
    (work) => `I would like to hear more about your ${work}.`,
    (work) => `I am writing because of your ${work}.`,
    (work, { business }) => `Your ${work} made me think of what we do at ${business}.`,
    (work) => `Let me start with the reason for this note: your ${work}.`,
  ],
};

/** Second sentences: opinions and guesses of the sender's, nothing that would have to be true. */
export const links: readonly ((matter: Matter) => string)[] = [
  ({ crowd }) => `I think that ${crowd} and our customers would get on well.`,
  ({ crowd, business }) => `I can well imagine that ${crowd} are the kind of people that ${business} works for.`,
  ({ business }) => `What you do and what we do at ${business} seem to start from the same idea.`,
  ({ crowd }) => `I can imagine ${crowd} asking the same questions as our customers.`,
  ({ business }) => `I believe that your work and what we do at ${business} would go well together.`,
  ({ crowd }) => `My guess is that ${crowd} would recognise what we care about.`,
  () => 'A few honest words from you would mean more to us than any advertisement.',
  ({ topic }) => `We would like to work with people who know ${topic} from their own practice.`,
  ({ crowd, business }) => `It would be a pleasure to see what ${crowd} make of ${business}.`,
];

const named = (first: string): string => (first ? `, ${first}` : '');

/** Last sentences; `first` is empty for a partner without a name to greet. */
export const endings: readonly ((first: string) => string)[] = [
  () => 'Would you be open to a short exchange about it? A one-line answer is plenty, and a no is fine too.',
  (first) => `Does that sound like something for you${named(first)}? If so, tell me what you would need from us.`,
  () => 'If you are curious, just reply with a yes and I will write back with the details.',
  () => 'What would make this worth your time? I would like to hear that before I suggest anything else.',
  () => 'Shall I send you the details? I am glad to answer any question first.',
  (first) => `What do you think${named(first)}? I look forward to your answer, whatever it is.`,
  () => 'If this speaks to you, a short reply is all it takes. If it does not, I thank you for reading this far.',
  () => 'May I tell you more? Tell me what you would like to know, and I will start there.',
  (first) => `How does that sound to you${named(first)}? I am happy to adapt the idea to the way you work.`,
];

/** Fillers for a message that would be too short; they promise nothing. */
export const extras: readonly string[] = [
  'If you think that this would not suit your audience, please say so; I would rather know now than later.',
  'You know far better than I do what your audience would welcome, and I would like to hear your view on it.',
  'If someone else looks after such questions for you, I would be grateful if you passed this note on.',
  'I do not know your plans for the coming months, so please tell me if another time would suit you better.',
  'Please take your time to think about it, and ask me anything that this note leaves open.',
  'If you have worked with other businesses before, I would like to know what you liked about it and what you did not.',
];
