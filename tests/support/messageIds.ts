import { messageIdName, type Prover, type Send } from '../../db/vault/mailToken.ts';

/** `sendId`: the id of a message and the attempt, as in `EmailDispatched`. */
export function sendOf(tenant: string, sendId: string): Send {
  const end = sendId.lastIndexOf('.');
  return { tenant, messageId: sendId.slice(0, end), attempt: Number(sendId.slice(end + 1)) };
}

/** Our Message-ID of an attempt, in brackets. */
export const messageIdFor = (prover: Prover, tenant: string, sendId: string, domain = 'northwind.example'): string =>
  `<${messageIdName(prover, sendOf(tenant, sendId))}@${domain}>`;
