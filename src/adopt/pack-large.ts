import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { MAX_FILE_BYTES } from '../platform/limits.js'
import { PACKED_ENDING } from '../shim/part-names.js'
import type { PreparedGame } from './prepare-game.js'
import { type ReadGame, readLarge } from './read-game.js'

const compress = promisify(gzip)

/** What is larger is not read: it would not fit either. */
const MAX_PACKED_FROM = 6 * MAX_FILE_BYTES

/**
 * Compresses the files that are larger than one of a bundle can be, where the engine fetches them and the browser shim can
 * unpack them on the way (2.10: the host sends no `Content-Encoding`).
 * @returns the game with them, and those that are still too large
 */
export const packLarge = async (
  { folder, tooLarge }: Pick<ReadGame, 'folder' | 'tooLarge'>,
  prepared: PreparedGame,
): Promise<PreparedGame & Pick<ReadGame, 'tooLarge'>> => {
  const fetched = [...tooLarge].filter(
    ([path, size]) => size <= MAX_PACKED_FROM && prepared.engine?.fetches?.(path) === true,
  )
  const files = new Map(prepared.files)
  const names = new Map(prepared.names)
  const still = new Map(tooLarge)
  for (const [path] of fetched) {
    const [bytes = new Uint8Array()] = (await readLarge(folder, [path])).values()
    const packed = await compress(bytes, { level: 9 })
    if (packed.length > MAX_FILE_BYTES) continue
    files.set(path, packed)
    names.set(path, {
      path: path + PACKED_ENDING,
      why: 'it is over the size limit for a file; the browser shim unpacks it',
      kind: 'packed',
      mapped: true,
    })
    still.delete(path)
  }
  return { ...prepared, files, names, tooLarge: still }
}
