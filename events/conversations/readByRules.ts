/** Reads a mail by rules alone. Only a strong sign decides; a weak one asks a person (question.ts). */
import type { ReplyLabel } from '../messages/replyLabels.ts';
import { automaticOf } from './automatic.ts';
import { bounceOf, isNotice } from './bounce.ts';
import { headerOf, type ParsedMail } from './incomingMail.ts';
import type { ByRules, QuestionSign } from './question.ts';
import { wishIn } from './wish.ts';

/** The wish of its writer. The "Unsubscribe" of Apple Mail sends a mail of a program, but a person pressed it. */
export const wishOf = (mail: ParsedMail): ReturnType<typeof wishIn> =>
  headerOf(mail, 'x-apple-unsubscribe') === 'true' ? 'acts' : wishIn(mail);

/** `proved`: it names one of ours. Anyone can write the address of its sender. */
export function readByRules(mail: ParsedMail, proved: boolean): ByRules {
  const sure = (label: ReplyLabel | null): ByRules => ({ label, asks: null });
  const asking = (label: ReplyLabel | null, sign: QuestionSign, by: 'words' | 'unproved' = 'words'): ByRules => ({
    label,
    asks: { sign, by },
  });
  const reported = bounceOf(mail);
  if (reported && !proved)
    return asking('unconfirmed_report', reported.report === 'complained' ? 'unsubscribe' : 'bounce', 'unproved');
  if (mail.report) return sure(mail.report.complaint ? 'spam_report' : 'bounce');
  if (isNotice(mail)) return asking('bounce', 'bounce');
  const wish = wishOf(mail);
  const automatic = wish !== 'acts' && automaticOf(mail, proved);
  if (automatic === true) return sure('out_of_office');
  if (automatic === 'asks') return asking('out_of_office', 'out_of_office');
  if (wish === 'acts') return proved ? sure('unsubscribe') : asking(null, 'unsubscribe', 'unproved');
  return wish === 'asks' ? asking(null, 'unsubscribe') : sure(null);
}
