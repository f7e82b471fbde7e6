import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'

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

/** What a file is, in words that can be compared. */
export const contentOf = (path: string): Promise<string> => readFile(path, 'hex').catch(() => 'a folder')
