import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

const MANIFEST = JSON.stringify({
  service_miniapp: 1,
  app_id: 'ma_benchbench',
  version: '1.0.0',
  name: 'Bench',
  summary: 'A bundle that means harm',
  age_rating: '4+',
  icon: 'icon.png',
  access: { type: 'free' },
})

/**
 * Zips made to slow a reader down or to use its memory.
 * @param {string} folder
 */
export const makeHostileZips = async (folder) => {
  const zeros = Buffer.alloc(2_140_000)
  const kernel = deflateRawSync(zeros, { level: 9 })
  /** @type {Record<string, Buffer>} */
  const zips = {
    // The most that an end record can count.
    '65,535 empty entries': zip(
      Array.from({ length: 65_535 }, (_, n) => ({
        name: `f${n}.txt`,
        data: Buffer.alloc(0),
        bytes: 0,
        crc: 0,
      })),
    ),
    'a claim of 1 TB': zip(
      Array.from({ length: 256 }, (_, n) => ({ name: `t${n}.bin`, data: kernel, bytes: 0xffffffff, crc: 1 })),
      true,
    ),
    'a bomb of 535 MB in 15 KB': zip(
      Array.from({ length: 250 }, (_, n) => ({
        name: String(n),
        data: kernel,
        bytes: zeros.length,
        crc: crc32(zeros),
      })),
      true,
    ),
    '60,000 bad names': zip(
      Array.from({ length: 60_000 }, (_, n) => ({
        name: `a b/${n}/é${n}.exe`,
        data: Buffer.alloc(0),
        bytes: 0,
        crc: 0,
      })),
    ),
  }
  /** @type {{ name: string, path: string }[]} */
  const made = []
  for (const [name, bytes] of Object.entries(zips)) {
    const path = join(folder, `hostile-${made.length}.zip`)
    await writeFile(path, bytes)
    made.push({ name, path })
  }
  return made
}

/**
 * Folders with one file each that makes a careless parser run out of memory.
 * @param {string} folder
 */
export const makeHostileFolders = async (folder) => {
  const attributes = Array.from({ length: 200_000 }, (_, n) => `a${n}="${n}"`).join(' ')
  /** @type {Record<string, Record<string, string>>} */
  const folders = {
    'a name of 19 MB': {
      'manifest.json': MANIFEST.replace('"Bench"', JSON.stringify('n'.repeat(19 * 1_048_576))),
    },
    '40,000 nested formatting elements': {
      'manifest.json': MANIFEST,
      'index.html': `<!doctype html><table>${'<b><i><a>'.repeat(13_334)}<p>`,
    },
    'a drawing with 200,000 attributes': {
      'manifest.json': MANIFEST,
      'a.svg': `<svg xmlns="http://www.w3.org/2000/svg"><path ${attributes}/></svg>`,
    },
  }
  /** @type {{ name: string, path: string }[]} */
  const made = []
  for (const [name, files] of Object.entries(folders)) {
    const path = join(folder, `hostile-${made.length}`)
    await mkdir(path)
    for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text)
    made.push({ name, path })
  }
  return made
}

/**
 * @param {readonly { name: string, data: Buffer, bytes: number, crc: number }[]} entries
 * @param {boolean} [overlapping] whether all are the first one's data
 */
const zip = (entries, overlapping = false) => {
  const locals = []
  const central = []
  let at = 0
  for (const { name, data, bytes, crc } of entries) {
    const encoded = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(1 << 11, 2)
    common.writeUInt16LE(data.length === 0 ? 0 : 8, 4)
    common.writeUInt16LE(33, 8)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(bytes, 18)
    common.writeUInt16LE(encoded.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    rest.writeUInt32LE(at, 10)
    central.push(Buffer.from('PK\x01\x02\x3f\x03', 'latin1'), common, rest, encoded)
    if (overlapping && locals.length > 0) continue
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, encoded, data)
    if (!overlapping) at += 30 + encoded.length + data.length
  }
  const body = Buffer.concat(locals)
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(body.length, 16)
  return Buffer.concat([body, directory, end])
}
