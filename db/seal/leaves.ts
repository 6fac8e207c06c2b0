/**
 * The leaves of the log's tree: the time of the checkpoint that first covered the event (microseconds since 1970), the event's place (epoch,
 * transaction, position), all in network order, and its hash. So a checkpoint's time cannot be changed, and none be taken out.
 */
import { sha256 } from './merkle.ts';

export const PLACE_BYTES = 20;
const TIME_BYTES = 8;
/** As log.unsealed has them, without the time. */
export const LEAF_BYTES = PLACE_BYTES + 32;

/** A place in the whole log. `tx` and `position` are decimal texts: they may be greater than a number holds. */
export type LeafPosition = { epoch: number; tx: string; position: string };

/** The place before every event. An event at this very place is not sealed, so `verify` finds more events than the seals hold. */
export const BEGINNING: LeafPosition = { epoch: -(2 ** 31), tx: '0', position: String(-(2n ** 63n)) };

export function placeAt(leaves: Buffer, start: number): LeafPosition {
  return {
    epoch: leaves.readInt32BE(start),
    tx: leaves.readBigUInt64BE(start + 4).toString(),
    position: leaves.readBigInt64BE(start + 12).toString(),
  };
}

/** The bytes of a place; those of the log compare as the places do. */
export function placeBytes({ epoch, tx, position }: LeafPosition): Buffer {
  const bytes = Buffer.alloc(PLACE_BYTES);
  bytes.writeInt32BE(epoch);
  bytes.writeBigUInt64BE(BigInt(tx), 4);
  bytes.writeBigInt64BE(BigInt(position), 12);
  return bytes;
}

/** The microseconds since 1970 of an ISO time with microseconds. */
export const microsOf = (time: string): string => `${Date.parse(`${time.slice(0, 23)}Z`)}${time.slice(23, 26)}`;

/** Hashes leaves of one time. Its work is most of what `verify` does, so it fills one buffer. */
export function leafHasher(sealedAt: string): (leaves: Buffer, start: number) => Buffer {
  const bytes = Buffer.alloc(1 + TIME_BYTES + LEAF_BYTES);
  bytes.writeBigInt64BE(BigInt(microsOf(sealedAt)), 1);
  return (leaves, start) => {
    leaves.copy(bytes, 1 + TIME_BYTES, start, start + LEAF_BYTES);
    return sha256(bytes);
  };
}

export function isAfter(place: LeafPosition, other: LeafPosition): boolean {
  if (place.epoch !== other.epoch) return place.epoch > other.epoch;
  if (place.tx !== other.tx) return BigInt(place.tx) > BigInt(other.tx);
  return BigInt(place.position) > BigInt(other.position);
}

export const inWords = ({ epoch, tx, position }: LeafPosition): string => `${epoch}/${tx}/${position}`;
