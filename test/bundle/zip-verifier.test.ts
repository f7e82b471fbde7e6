import { describe, expect, it } from 'vitest'
import { verifyZip } from '../../src/bundle/zip-verifier.js'
import { writeZip } from '../../src/bundle/zip-writer.js'

const inputs = [
  { path: 'a.txt', bytes: Buffer.from('a text that shrinks, '.repeat(200)) },
  { path: 'b.bin', bytes: Buffer.from([1, 2, 3]) },
  { path: 'empty.txt', bytes: Buffer.alloc(0) },
]

describe('a zip is read back before it counts as written', () => {
  it('and passes with the bytes that went in', async () => {
    await expect(verifyZip(await writeZip(inputs), inputs)).resolves.toBeUndefined()
  })

  it('whichever bit of its data was turned, it fails', async () => {
    const zip = await writeZip(inputs)
    const data = zip.indexOf('a.txt') + 'a.txt'.length
    const stored = zip.indexOf('b.bin') + 'b.bin'.length
    for (const at of [data, stored, stored + 2, 14, zip.length - 12]) {
      const torn = Buffer.from(zip)
      torn[at] = (torn[at] ?? 0) ^ 1
      await expect(verifyZip(torn, inputs)).rejects.toThrow()
    }
  })

  it('and with a checksum that both headers have wrong, it fails too', async () => {
    const zip = await writeZip(inputs)
    for (const header of [zip.indexOf('PK\x03\x04') + 14, zip.indexOf('PK\x01\x02') + 16])
      zip.writeUInt32LE((zip.readUInt32LE(header) ^ 1) >>> 0, header)
    await expect(verifyZip(zip, inputs)).rejects.toThrow('a wrong checksum of a.txt')
  })

  it('and with other files it fails, naming what is wrong', async () => {
    const zip = await writeZip(inputs)
    const [first, ...others] = inputs
    if (first === undefined) throw new Error('There is no input.')
    await expect(verifyZip(zip, others)).rejects.toThrow('other files')
    await expect(verifyZip(zip, [{ ...first, path: 'c.txt' }, ...others])).rejects.toThrow('without c.txt')
    await expect(verifyZip(zip, [{ ...first, bytes: Buffer.from('b') }, ...others])).rejects.toThrow(
      'other bytes in a.txt',
    )
  })
})
