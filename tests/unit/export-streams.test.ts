import { expect, test } from 'vitest';
import { StreamsInFile } from '../../db/export/streamsInFile.ts';

const event = (version: number) => ({
  streamId: 'partner-p1',
  version,
  previous: version === 1 ? '' : `hash ${version - 1}`,
  hash: `hash ${version}`,
});

/** Every order of some versions. */
const orders = (versions: readonly number[]): number[][] =>
  versions.length === 0
    ? [[]]
    : versions.flatMap((first) =>
        orders(versions.filter((version) => version !== first)).map((rest) => [first, ...rest]),
      );

test('a stream is whole in whatever order its events stand, from any of them on, and never with one missing', () => {
  for (const order of orders([3, 4, 5, 6])) {
    const streams = new StreamsInFile();
    expect(order.map((version) => streams.take(event(version)))).toEqual([null, null, null, null]);
    expect(streams.hole(), `${order}`).toBeNull();
  }
  for (const order of orders([3, 4, 6, 7])) {
    const streams = new StreamsInFile();
    for (const version of order) streams.take(event(version));
    expect(streams.hole(), `${order}`).not.toBeNull();
  }
});
