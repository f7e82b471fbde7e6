import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawPicture, type PictureWords } from '../../src/stand-ins/pictures/draw.js'
import { planPicture } from '../../src/stand-ins/pictures/plan.js'
import { makePicture } from '../../src/stand-ins/pictures/raster.js'
import { SUBJECTS } from '../../src/stand-ins/pictures/subjects/index.js'
import { PLACE_WORDS, SUBJECT_WORDS } from '../../src/stand-ins/pictures/vocabulary.js'
import { createRandom } from '../../src/stand-ins/random.js'
import { runs } from '../support/vitest/runs.js'

const words = (prompt: string, more: Partial<PictureWords> = {}): PictureWords => ({
  prompt,
  avoid: '',
  quality: 'balanced',
  seed: 1,
  ...more,
})

describe('pictures of the stand-in', () => {
  it('4.7: are PNGs of 384 by 384, the same bytes for the same seed and words', async () => {
    const first = await makePicture(words('a red cat by the sea'))
    const again = await makePicture(words('a red cat by the sea'))
    expect(Buffer.from(first).equals(Buffer.from(again))).toBe(true)
    expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 384, height: 384 })
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

  it('4.7: show more the better the quality', () => {
    for (const prompt of ['a fox in the snow', 'night city', 'quixotic zephyr']) {
      const [fast = 0, balanced = 0, best = 0] = (['fast', 'balanced', 'best'] as const).map(
        (quality) => drawPicture(words(prompt, { quality })).length,
      )
      expect(balanced).toBeGreaterThan(fast)
      expect(best).toBeGreaterThan(balanced)
    }
  })

  it('give a thing the colour that stands before it, and none that is to be avoided', () => {
    const red = '#e5484d'
    expect(drawPicture(words('a red cat', { seed: 3 }))).toContain(`fill="${red}"`)
    expect(drawPicture(words('a red cat', { seed: 3, avoid: 'red' }))).not.toContain(`fill="${red}"`)
    expect(drawPicture(words('a blue cat', { seed: 3 }))).toContain('fill="#4a8fe7"')
  })

  it('leave out what is to be avoided, and what a "no" or "without" stands before', () => {
    const rainbow = '0 0 1 394 300'
    expect(drawPicture(words('meadow with a rainbow'))).toContain(rainbow)
    expect(drawPicture(words('meadow with a rainbow', { avoid: 'rainbows' }))).not.toContain(rainbow)
    expect(drawPicture(words('meadow without rainbow'))).not.toContain(rainbow)
  })

  it('read two words as one thing, colours after their thing, and winter in a city as snow', () => {
    const kinds = (prompt: string) => {
      const { place, subjects, weather, tints } = planPicture(prompt, '', createRandom(1))
      return {
        place,
        subjects: subjects.map(({ kind, colour }) => [kind, colour]),
        weather: [...weather],
        tints,
      }
    }
    expect(kinds('ice cream')).toMatchObject({ subjects: [['icecream', null]] })
    expect(kinds('un chat noir sur la plage')).toMatchObject({
      place: 'beach',
      subjects: [['cat', '#3a3d4d']],
      tints: [],
    })
    expect(kinds('a cat and a red house')).toMatchObject({
      subjects: [
        ['cat', null],
        ['house', '#e5484d'],
      ],
    })
    expect(kinds('winter city')).toMatchObject({ place: 'city', weather: ['snowfall'] })
    expect(kinds('a boat and birds in the sky')).toMatchObject({
      subjects: [['boat', null]],
      weather: ['birds', 'clouds'],
    })
    expect(kinds('quixotic zephyr')).toMatchObject({ place: null, subjects: [] })
  })

  it('know how to draw every thing and every place of their vocabulary', () => {
    for (const [word, subject] of SUBJECT_WORDS) {
      expect(SUBJECTS[subject], word).toBeDefined()
      expect(drawPicture(words(word, { quality: 'best' }))).not.toMatch(/undefined|NaN|Infinity/)
    }
    for (const [word] of PLACE_WORDS)
      for (const time of ['day', 'night', 'sunset'])
        expect(drawPicture(words(`${word} ${time}`, { quality: 'best' }))).not.toMatch(
          /undefined|NaN|Infinity/,
        )
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
          expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 384, height: 384 })
        },
      ),
      { numRuns: runs(40) },
    )
  })
})
