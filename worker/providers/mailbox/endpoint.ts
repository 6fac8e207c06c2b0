import { lookup } from 'node:dns/promises';
import type { ConnectionOptions } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../../../db/connection/loopback.ts';
import type { MailServer } from '../../../events/sending/mailHosts.ts';
import type { MicrosoftSignIn } from '../microsoft/signIn.ts';
import { MailboxError } from './mailboxError.ts';

/** The way from this installation to mail servers. */
export type MailboxNetwork = {
  /** Whether users may name hosts of this machine and of private networks. */
  privateHosts: boolean;
  /** In a sandbox every mailbox is on these servers, whatever its user typed. Throws MailboxError. */
  sandbox?: (kind: 'smtp' | 'imap', mailHost: string) => Promise<MailServer>;
  /** Gives the access tokens of Microsoft accounts. null or unset: this installation is not set up for them. */
  microsoft?: MicrosoftSignIn | null;
  /** Certificates that are trusted beside those of Node. */
  tls?: Pick<ConnectionOptions, 'ca'>;
  imapTimes?: ImapTimes;
};

/**
 * `setUpMs`: to connect and sign in. `silentMs`: without a byte. `sessionMs`: for all that is asked, unless it listens. `againMs`: before a refused
 * sign-in is tried once more.
 */
export type ImapTimes = { setUpMs: number; silentMs: number; sessionMs: number; againMs?: number };

/** The target of a connection: an address, so that a name cannot lead elsewhere later. `servername`: the typed name, also the certificate's. */
export type Endpoint = { host: string; servername: string | undefined; port: number; security: MailServer['security'] };

/** Looks a mail server up. Throws MailboxError. */
export async function endpointOf(
  kind: 'smtp' | 'imap',
  typed: MailServer,
  { privateHosts, sandbox }: Pick<MailboxNetwork, 'privateHosts' | 'sandbox'>,
): Promise<Endpoint> {
  const { host, port, security } = sandbox ? await sandbox(kind, typed.host) : typed;
  const found = await lookup(host, { all: true, order: 'ipv4first' }).catch((error: { code?: string }) => {
    throw new MailboxError(error.code === 'EAI_AGAIN' ? `${kind}_unreachable` : `${kind}_host`);
  });
  const address = found[0]?.address ?? host;
  const isPublic = ipaddr.process(address).range() === 'unicast';
  if (!isPublic && !privateHosts && !sandbox) throw new MailboxError('private_host');
  // a password never goes over a network in the clear
  if (security === 'none' && !isLoopback(address)) throw new MailboxError(`${kind}_no_tls`);
  return { host: address, servername: ipaddr.isValid(typed.host) ? undefined : typed.host, port, security };
}
