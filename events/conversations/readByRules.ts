/** Reads a mail by rules alone. Only a strong sign decides; a weak one asks a person (question.ts). */
import type { ReplyLabel } from '../messages/replyLabels.ts';
import type { HoldSign } from '../shared/doNotContact.ts';
import { automaticOf } from './automatic.ts';
import { bounceOf, isNotice } from './bounce.ts';
import { headerOf, type ParsedMail } from './incomingMail.ts';
import { legalRightIn } from './legalWords.ts';
import type { ByRules } from './question.ts';
import { wishIn } from './wish.ts';

/** The "Unsubscribe" of Apple Mail sends a program's mail, but a person pressed it. */
export const isUnsubscribeButton = (mail: ParsedMail): boolean => headerOf(mail, 'x-apple-unsubscribe') === 'true';

/** `proved`: it names one of ours. Anyone can write the address of its sender. `copies`: who else got ours. */
export function readByRules(mail: ParsedMail, proved: boolean, copies: readonly string[] = []): ByRules {
  const sure = (label: ReplyLabel | null): ByRules => ({ label, asks: [] });
  const asking = (label: ReplyLabel | null, sign: HoldSign, by: 'words' | 'unproved' = 'words'): ByRules => ({
    label,
    asks: [{ sign, by }],
  });
  const reported = bounceOf(mail, copies);
  if (reported && !proved)
    return asking('unconfirmed_report', reported.report === 'complained' ? 'unsubscribe' : 'bounce', 'unproved');
  // it is about a copy
  if (mail.report && !reported) return sure(null);
  if (mail.report) return sure(mail.report.complaint ? 'spam' : 'bounce');
  const isPressed = isUnsubscribeButton(mail);
  const automatic = !isPressed && automaticOf(mail, proved);
  // the AI reads what a person may have written
  if (isNotice(mail)) return asking(automatic === true ? 'bounce' : null, 'bounce');
  if (automatic === true) return sure('automatic');
  const wish = isPressed ? 'acts' : wishIn(mail);
  if (automatic === 'asks' && wish !== 'acts') return asking(null, 'automatic');
  const right = legalRightIn(mail);
  if (right) {
    const request = { sign: 'legal_request', by: 'words', right } as const;
    if (wish === 'acts' && proved) return { label: 'unsubscribe', asks: [request] };
    return { label: null, asks: wish ? [request, { sign: 'unsubscribe', by: 'words' }] : [request] };
  }
  if (wish === 'acts') return proved ? sure('unsubscribe') : asking(null, 'unsubscribe', 'unproved');
  return wish === 'asks' ? asking(null, 'unsubscribe') : sure(null);
}
