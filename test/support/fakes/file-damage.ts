import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'

/** Ways in which a file on the disk cannot be used. That it is in a newer format depends on the file. */
export const DAMAGES = {
  cut: async (path: string) => {
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.byteLength / 2))
  },
  empty: (path: string) => writeFile(path, ''),
  garbled: (path: string) => writeFile(path, Buffer.from([0, 255, 17, 123])),
  'other JSON': (path: string) => writeFile(path, '{"a":[1]}'),
  'a folder': async (path: string) => {
    await rm(path)
    await mkdir(path)
  },
} as const

/** Opens files as the disk does, but for one that nobody may read: tests run as root, too, who may read everything. */
export const denying = (path: string | null): typeof open => {
  let denied = path
  return async (opened, ...how) => {
    if (opened !== denied) return open(opened, ...how)
    // Another file in its place can be read.
    denied = null
    throw Object.assign(new Error('denied'), { code: 'EACCES' })
  }
}

/** What a file is, in words that can be compared. */
export const contentOf = (path: string): Promise<string> => readFile(path, 'hex').catch(() => 'a folder')
