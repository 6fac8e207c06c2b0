import { domainToASCII } from 'node:url';
import type { Mail } from './mailProvider.ts';

/** Ours, so that answers and bounces name it, and the copy in the Sent folder is known. Without angle brackets. */
export const messageIdOf = ({ idName, sendId, from }: Pick<Mail, 'idName' | 'sendId' | 'from'>): string => {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return `${idName ?? sendId}@${domainToASCII(domain) || 'localhost'}`;
};

/** Of a mail that was sent: a mail server may have given it another one. */
export const sentMessageId = ({
  providerMessageId,
  ...mail
}: Pick<Mail, 'idName' | 'sendId' | 'from'> & { providerMessageId: string | null }): string =>
  providerMessageId?.includes('@') ? providerMessageId : messageIdOf(mail);
