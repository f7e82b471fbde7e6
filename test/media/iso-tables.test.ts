import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimsWhatItHolds } from '../../src/media/iso-tables.js'
import { inspectVideo, stripVideo } from '../../src/media/videos.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const fixture = (name: string) => readFile(new URL(`../../fixtures/media/${name}`, import.meta.url))
const holds = (bytes: Uint8Array) =>
  claimsWhatItHolds({ size: bytes.length, read: async (start, end) => bytes.subarray(start, end) })

const box = (type: string, ...content: readonly Uint8Array[]): Buffer => {
  const header = Buffer.alloc(8, type.padStart(8))
  header.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  return Buffer.concat([header, ...content])
}
const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
const fragment = (...run: readonly number[]) =>
  Buffer.concat([box('ftyp', words(0, 0)), box('moof', box('traf', box('trun', words(...run))))])

describe('a video whose tables claim more than they hold', () => {
  it.each(['gps.mp4', 'gps.mov', 'gps.webm', 'gps.jpg'])('is not %s', async (name) => {
    expect(await holds(await fixture(name))).toBe(true)
  })

  // Each a number of the same file, by its place after the name of its box, that made a reader list billions.
  it.each([
    ['stts', 8, 0xffff_ffff],
    ['stts', 12, 0xffff_ffff],
    ['stts', 12, 0x1000_0000],
    ['stsc', 16, 0x1000_0000],
    ['ctts', 12, 0xffff_ffff],
    ['stsz', 8, 0xffff_ffff],
    ['stsz', 12, 0x7fff_ffff],
    ['stco', 8, 0x7fff_ffff],
    ['elst', 8, 0x7fff_ffff],
    ['mdhd', 16, 0],
    ['mvhd', 16, 0],
  ])('is refused immediately: %s at %d says %d', async (name, place, value) => {
    const video = await fixture('gps.mp4')
    video.writeUInt32BE(value, video.indexOf(name) + place)
    expect(await holds(video)).toBe(false)
    expect(await inspectVideo(video)).toBeNull()
    expect(await stripVideo(video, join(await temporaryFolder(), 'clean'))).toBeNull()
  })

  it('is refused where a fragment claims samples of no byte, or more than it has room for', async () => {
    expect(await holds(fragment(0, 500))).toBe(true)
    expect(await holds(fragment(0, 0xffff_ffff))).toBe(false)
    expect(await holds(fragment(0x200, 2, 7, 7))).toBe(true)
    expect(await holds(fragment(0x200, 3, 7, 7))).toBe(false)
    expect(await holds(fragment(0x201, 2, 0, 7, 7))).toBe(true)
    expect(await holds(fragment(0x201, 3, 0, 7, 7))).toBe(false)
  })

  it('is refused where its boxes are without end, or reach out of one another', async () => {
    expect(await holds(Buffer.concat(Array.from({ length: 100_002 }, () => box('free'))))).toBe(false)
    const inner = box('trak')
    inner.writeUInt32BE(9)
    expect(await holds(box('moov', inner))).toBe(false)
    expect(await holds(Buffer.concat([box('ftyp'), Buffer.from('\0\0\0\x02rest of a file')]))).toBe(true)
  })

  it('is unusable, and no defect, where the library meets what it did not expect', async () => {
    const video = await fixture('gps.mp4')
    // The description of its sound (ISO/IEC 14496-1, tag 5) has no byte.
    const description = video.indexOf(Buffer.from([5, 0x80, 0x80, 0x80]), video.indexOf('esds'))
    video.writeUInt8(0, description + 4)
    const facts = await stripVideo(video, join(await temporaryFolder(), 'clean'))
    expect(facts).toBeNull()
  })
})
