import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { inspectVideo, stripVideo } from '../../src/media/videos.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const video = (name: string) => readFile(new URL(`../../fixtures/media/${name}`, import.meta.url))

/** Every packet of every track, as bytes: what must come through untouched. */
const packetsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const packets: string[] = []
  for (const track of await input.getTracks())
    for await (const packet of new EncodedPacketSink(track).packets())
      packets.push(`${track.type} ${Buffer.from(packet.data).toString('hex')}`)
  input.dispose()
  return packets
}

describe('4.5: a picked video', () => {
  it.each([
    ['gps.mp4', { type: 'video/mp4', width: 120, height: 160 }],
    ['gps.mov', { type: 'video/quicktime', width: 120, height: 160 }],
    ['gps.webm', { type: 'video/webm', width: 160, height: 120 }],
  ])('4.5: %s tells its type, its length and its upright size', async (name, expected) => {
    const facts = await inspectVideo(await video(name))
    expect(facts).toMatchObject(expected)
    expect(facts?.durationSeconds).toBeCloseTo(1, 1)
  })

  it.each(['gps.mp4', 'gps.mov', 'gps.webm'])(
    '4.5: %s loses its location, camera details, title and recording time, and no picture or sound',
    async (name) => {
      const original = await video(name)
      const to = join(await temporaryFolder(), 'clean')
      const facts = await stripVideo(original, to)
      const stripped = await readFile(to)
      expect(await packetsOf(stripped)).toEqual(await packetsOf(original))
      expect(facts).not.toBeNull()
      expect(await inspectVideo(stripped)).toEqual(facts)
      const secrets = ['Secret', '48.8577', '002.295', '2021', 'LOCATION', 'ISO6709']
      expect(secrets.some((secret) => original.includes(secret))).toBe(true)
      for (const secret of secrets) expect(stripped.includes(secret)).toBe(false)
      // 6 May 2021, as seconds since 1904 (MP4, MOV) and nanoseconds since 2001 (WebM).
      const since1904 = Buffer.alloc(4)
      since1904.writeUInt32BE(Date.UTC(2021, 4, 6, 7, 8, 9) / 1000 + 2_082_844_800)
      const since2001 = Buffer.alloc(8)
      since2001.writeBigInt64BE(BigInt(Date.UTC(2021, 4, 6, 7, 8, 9) - Date.UTC(2001, 0, 1)) * 1_000_000n)
      expect(original.includes(since1904) || original.includes(since2001)).toBe(true)
      expect(stripped.includes(since1904)).toBe(false)
      expect(stripped.includes(since2001)).toBe(false)
    },
  )

  it('4.5: one that was trimmed by an edit list is taken, without what was cut off of its sound', async () => {
    const trimmed = await video('gps.mp4')
    let at = 0
    for (const halfSecond of [5_120, 22_050]) {
      at = trimmed.indexOf('elst', at + 1)
      trimmed.writeUInt32BE(500, at + 12)
      trimmed.writeInt32BE(trimmed.readInt32BE(at + 16) + halfSecond, at + 16)
    }
    const to = join(await temporaryFolder(), 'clean')
    const facts = await stripVideo(trimmed, to)
    expect(facts).toMatchObject({ type: 'video/mp4', width: 120, height: 160 })
    expect(facts?.durationSeconds).toBeCloseTo(0.5, 1)
    const stripped = await readFile(to)
    expect(stripped.includes('Secret')).toBe(false)
    const sounds = async (bytes: Uint8Array): Promise<string[]> =>
      (await packetsOf(bytes)).filter((packet) => packet.startsWith('audio'))
    const kept = await sounds(stripped)
    expect(kept).toEqual((await sounds(trimmed)).slice(-kept.length))
    expect(await stripVideo(trimmed.subarray(0, trimmed.length - 2_000), to)).toBeNull()
  })

  it('4.5: no video, half a video and a sound are unusable', async () => {
    expect(await inspectVideo(new TextEncoder().encode('no video'))).toBeNull()
    const to = join(await temporaryFolder(), 'clean')
    expect(await stripVideo(await video('gps.jpg'), to)).toBeNull()
    const whole = await video('gps.mp4')
    expect(await stripVideo(whole.subarray(0, whole.length / 2), to)).toBeNull()
  })

  it('a full disk or a missing file is not a fault of the video', async () => {
    const folder = await temporaryFolder()
    await expect(inspectVideo({ path: join(folder, 'none.mp4') })).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(stripVideo(await video('gps.mp4'), join(folder, 'none', 'clean'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})
