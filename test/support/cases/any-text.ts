import fc from 'fast-check'

/**
 * Any text at all, with many of the characters that something is done about: controls, marks of direction, lone
 * surrogates, tags. (fast-check's own `unit: 'binary'` takes seconds to be set up.)
 */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xff }),
      fc.integer({ min: 0x2000, max: 0x206f }),
      fc.integer({ min: 0xd7f0, max: 0xe010 }),
      fc.integer({ min: 0xe0000, max: 0xe007f }),
      fc.integer({ min: 0, max: 0x10ffff }),
    ),
  )
  .map((points) => String.fromCodePoint(...points))
