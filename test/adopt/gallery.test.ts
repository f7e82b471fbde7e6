import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { difference, OTHER_PICTURE, SAME_PICTURE } from '../support/browser/pictures.js'
import { engineLine } from '../support/cases/engines.js'
import { GALLERY, galleryTable } from '../support/cases/gallery.js'
import { ROOT } from '../support/processes/npm.js'

describe('the gallery', () => {
  it('is the table of the README', async () => {
    expect(await readFile(join(ROOT, 'src/adopt/README.md'), 'utf8')).toContain(`\n\n${galleryTable()}\n`)
  })

  it('is made with the packages that the README names', async () => {
    expect(await readFile(join(ROOT, 'src/adopt/README.md'), 'utf8')).toContain(`\n\n${engineLine()}\n`)
  })

  it.each(GALLERY)('has the game $folder', ({ folder, entry }) => {
    expect(existsSync(join(ROOT, 'fixtures/adopt', folder, entry))).toBe(true)
  })
})

describe('the difference of two pictures', () => {
  /** @param share the part of the picture that is red, from the left, on blue */
  const picture = (share: number, red = '#f00', width = 100): Promise<Buffer> => {
    const left = Math.round(width * share)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="50"><path fill="#00f" d="M0 0h${width}v50H0z"/><path fill="${red}" d="M0 0h${left}v50H0z"/></svg>`
    return sharp(Buffer.from(svg)).png().toBuffer()
  }

  it.each([
    ['of the same', picture(0.5), 0],
    ['of shades that nobody sees', picture(0.5, '#fa0a0a'), 0],
    ['of a tenth', picture(0.6), 0.1],
    ['of another colour', picture(0.5, '#0f0'), 0.5],
    ['of another size', picture(0.5, '#f00', 120), 1],
  ])('%s', async (_, other, expected) => {
    expect(await difference(await picture(0.5), await other)).toBe(expected)
  })

  it('tells a game that is drawn from one that is not', () => {
    expect(SAME_PICTURE).toBeLessThan(OTHER_PICTURE)
  })
})
