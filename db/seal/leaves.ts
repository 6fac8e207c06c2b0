/** The leaves of a seal, as log.unsealed makes them: the event's place (epoch, transaction, position, in network order) and its hash. */

export const PLACE_BYTES = 20;
export const LEAF_BYTES = PLACE_BYTES + 32;

/** A place in the whole log. `tx` and `position` are decimal texts: they may be greater than a number holds. */
export type LeafPosition = { epoch: number; tx: string; position: string };

/** The place before every event. An event at this very place is not sealed, so `verify` finds more events than the seals hold. */
export const BEGINNING: LeafPosition = { epoch: -(2 ** 31), tx: '0', position: String(-(2n ** 63n)) };

export function placeAt(leaves: Buffer, index: number): LeafPosition {
  const at = index * LEAF_BYTES;
  return {
    epoch: leaves.readInt32BE(at),
    tx: leaves.readBigUInt64BE(at + 4).toString(),
    position: leaves.readBigInt64BE(at + 12).toString(),
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

export const leafOf = (place: LeafPosition, hash: string): Buffer =>
  Buffer.concat([placeBytes(place), Buffer.from(hash, 'hex')]);

export function isAfter(place: LeafPosition, other: LeafPosition): boolean {
  if (place.epoch !== other.epoch) return place.epoch > other.epoch;
  if (place.tx !== other.tx) return BigInt(place.tx) > BigInt(other.tx);
  return BigInt(place.position) > BigInt(other.position);
}

export const inWords = ({ epoch, tx, position }: LeafPosition): string => `${epoch}/${tx}/${position}`;
