import { createHash } from 'node:crypto'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawCaption } from '../../src/stand-ins/caption.js'
import { drawPicture, makePicture, type PictureWords } from '../../src/stand-ins/picture.js'
import { runs } from '../support/vitest/runs.js'

const words = (prompt: string, more: Partial<PictureWords> = {}): PictureWords => ({
  prompt,
  avoid: '',
  quality: 'balanced',
  seed: 1,
  ...more,
})

const SIDE = 384
const caption = (prompt: string) => drawCaption(prompt, 'seed 1', SIDE)
const glyphs = (drawn: string) => drawn.match(/<path/g)?.length ?? 0
const boxes = (drawn: string) => drawn.match(/rx="1"/g)?.length ?? 0
const stripHeight = (drawn: string) => Number(/height="(\d+)"/.exec(drawn)?.[1])

describe('pictures of the stand-in', () => {
  it('4.7: are PNGs of 384 by 384, the same bytes for the same seed and words', async () => {
    const first = await makePicture(words('a red cat by the sea'))
    const again = await makePicture(words('a red cat by the sea'))
    expect(Buffer.from(first).equals(Buffer.from(again))).toBe(true)
    expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: SIDE, height: SIDE })
  })

  it('4.7: are drawn alike on every machine', () => {
    const drawn = drawPicture(words('a cat'))
    expect(createHash('sha256').update(drawn).digest('base64')).toBe(
      'El/O9YIwrS7aa0hZ5LrtjbVJxcX1uWO+fZQ5q0yL5dM=',
    )
  })

  it('4.7: differ by seed, by words, by what is to be avoided, and by quality', () => {
    const pictures = [
      words('a cat'),
      words('a cat', { seed: 2 }),
      words('a dog'),
      words('a cat', { avoid: 'sun' }),
      words('a cat', { quality: 'best' }),
      words('a cat', { quality: 'fast' }),
    ].map(drawPicture)
    expect(new Set(pictures).size).toBe(pictures.length)
  })

  it('show every letter of the prompt, also with accents and as capitals', () => {
    expect(glyphs(caption('a cat'))).toBe(4 + glyphs(caption('')))
    expect(caption('Ä “CAFÉ” – naïve')).toBe(caption('a "cafe" - naive'))
    expect(boxes(caption('Ä “CAFÉ” – naïve'))).toBe(0)
    expect(caption('a cat')).not.toBe(caption('a act'))
  })

  it('show what has no letter as its code point in a box: other scripts, emoji, not their parts', () => {
    // U+D55C, U+304C and U+1F431: 4, 4 and 5 digits.
    const drawn = caption('한 が 🐱')
    expect(boxes(drawn)).toBe(3)
    expect(glyphs(drawn)).toBe(13 + glyphs(caption('')))
    expect(caption('猫')).not.toBe(caption('犬'))
  })

  it('break lines between words, hold the longest English prompt, and say with dots what did not fit', () => {
    const [one, two] = [caption('a fox'), caption('fox '.repeat(20))]
    expect(stripHeight(two)).toBeGreaterThan(stripHeight(one))
    const long = 'a fox in the deep snow, '.repeat(17).slice(0, 400)
    expect(glyphs(caption(long))).toBe(long.replaceAll(' ', '').length + glyphs(caption('')))
    const cut = caption('猫'.repeat(400))
    expect(boxes(cut)).toBeLessThan(400)
    expect(glyphs(cut)).toBe(boxes(cut) * 4 + 3 + glyphs(caption('')))
    expect(stripHeight(cut)).toBeLessThan(SIDE / 2)
  })

  it('4.7: are drawn of any words, without a text element, so that no font is needed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
        fc.string({ maxLength: 200 }),
        fc.constantFrom('fast' as const, 'balanced' as const, 'best' as const),
        fc.integer(),
        async (prompt, avoid, quality, seed) => {
          const svg = drawPicture({ prompt, avoid, quality, seed })
          expect(svg).not.toMatch(/undefined|NaN|Infinity|<text|<script/)
          expect(drawPicture({ prompt, avoid, quality, seed })).toBe(svg)
          // The drawn SVG is well formed for any words: it can be turned into a picture.
          expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: SIDE, height: SIDE })
        },
      ),
      { numRuns: runs(40) },
    )
  })
})
