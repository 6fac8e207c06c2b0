import fc from 'fast-check';

/** Text of any code points, lone surrogates included. fast-check's `unit: 'binary'` takes 0.7 s of the processor to be made. */
export const anyCharacters = (maxLength = 10) =>
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength }).map((points) => String.fromCodePoint(...points));
