/** Reads a mail by rules alone. Only a strong sign decides; a weak one asks a person (question.ts). */
import type { ReplyLabel } from '../messages/replyLabels.ts';
import { automaticOf } from './automatic.ts';
import { bounceOf, isNotice } from './bounce.ts';
import { headerOf, type ParsedMail } from './incomingMail.ts';
import type { ByRules, QuestionSign } from './question.ts';
import { wishIn } from './wish.ts';

/** The "Unsubscribe" of Apple Mail sends a program's mail, but a person pressed it. */
export const isUnsubscribeButton = (mail: ParsedMail): boolean => headerOf(mail, 'x-apple-unsubscribe') === 'true';

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
  const isPressed = isUnsubscribeButton(mail);
  const automatic = !isPressed && automaticOf(mail, proved);
  if (automatic === true) return sure('out_of_office');
  const wish = isPressed ? 'acts' : wishIn(mail);
  if (automatic === 'asks' && wish !== 'acts') return asking('out_of_office', 'out_of_office');
  if (wish === 'acts') return proved ? sure('unsubscribe') : asking(null, 'unsubscribe', 'unproved');
  return wish === 'asks' ? asking(null, 'unsubscribe') : sure(null);
}
