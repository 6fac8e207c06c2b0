/**
 * An export is lines of JSON (NDJSON):
 *
 *   the header: tenant, time, and the newest checkpoint
 *   the events in the order of the tail
 *   {"end": how many events, the SHA-256 of all lines before, and a signature over both}
 *
 * An event has all that its hash covers, the hash before it, its own hash, and its way to the checkpoint's root.
 * So each line can be checked without any other system, by its hash, the checkpoint and the signature.
 */
import { type KeyObject, sign, verify } from 'node:crypto';
import type { HashedFields } from '../log/chains.ts';
import type { LeafPosition } from '../seal/leaves.ts';
import type { NoteSigner } from '../seal/note.ts';

export type ExportHeader = {
  format: 'partner-pilot export';
  version: 1;
  tenant: string;
  /** The events recorded from then on, and before then (ISO 8601); null is no bound. */
  from: string | null;
  to: string | null;
  exportedAt: string;
  /** Whether decrypted texts are beside the events. */
  opened: boolean;
  /** The signed note. No later event is in the export. */
  checkpoint: string;
};

/**
 * `payload` is the stored text, `recordedAt` ISO 8601 with microseconds. `leaf` is the event's number in the log's tree, `sealedAt` the time in
 * its leaf, `proof` the hashes beside its way to the root (base64). `personal` exists only in an opened export: the text, null if the person was erased, or `unreadable` for a damaged key.
 */
export type ExportedEvent = Omit<HashedFields, 'tenant' | 'micros' | 'version' | 'schema'> &
  LeafPosition & {
    version: number;
    schema: number;
    recordedAt: string;
    previous: string;
    hash: string;
    leaf: number;
    sealedAt: string;
    proof: string[];
    personal?: unknown;
    unreadable?: true;
  };

export type ExportEnd = { events: number; sha256: string; signature: string };
export type ExportLine = ExportHeader | ExportedEvent | { end: ExportEnd };

/** Whether the first line of a file is that of an export, of whatever version. */
export const isExport = (header: ExportHeader | null): header is ExportHeader =>
  header?.format === 'partner-pilot export';

const endText = ({ events, sha256 }: Omit<ExportEnd, 'signature'>) =>
  Buffer.from(['partner-pilot export 1', events, sha256].join('\n'));

export const signedEnd = (end: Omit<ExportEnd, 'signature'>, { privateKey }: NoteSigner): ExportEnd => ({
  ...end,
  signature: sign(null, endText(end), privateKey).toString('hex'),
});

export const endIsSignedBy = (end: ExportEnd, publicKey: KeyObject): boolean =>
  verify(null, endText(end), publicKey, Buffer.from(end.signature, 'hex'));
