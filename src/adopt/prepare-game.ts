import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { destinationOf } from '../check/facts/text/url.js'
import { extensionOf } from '../platform/file-types.js'
import { MAX_FILE_BYTES } from '../platform/limits.js'
import type { Change } from './change.js'
import type { Recognized } from './engines/engine.js'
import { GameExport } from './engines/game-export.js'
import { recognize } from './engines/index.js'
import { libraryAt } from './libraries.js'
import { type GivenName, unservedWords } from './new-names.js'
import { serviceWorkers } from './obstacles/service-workers.js'
import { withoutOwnSite } from './own-site.js'
import { attributeOf } from './pages/page-elements.js'
import type { GameFiles } from './selection.js'
import { endingFor } from './unserved.js'

/** A game, made ready for what all games have in common. */
export interface PreparedGame {
  /** All files of the game by their own paths; those that were compressed are unpacked. */
  readonly files: GameFiles
  /** What it was made with; null where nothing shows it. */
  readonly engine: Recognized | null
  /** The new names of the files that the platform does not serve as they are. */
  readonly names: ReadonlyMap<string, GivenName>
  /** The files that stay behind, and the addresses of scripts that go from the page, each with the reason. */
  readonly leaves: ReadonlyMap<string, string>
  /** What was changed in the files' texts. */
  readonly changes: readonly Change[]
}

/**
 * Does what the engine of a game needs: unpacks what a server would send compressed, gives names that the platform serves to
 * the files that the engine loads, leaves out service workers, and finds the game's own files where it names them on its site. Pure: the files that come in are not touched.
 * @param entry the page that is opened
 */
export const prepareGame = (files: GameFiles, entry: string): PreparedGame => {
  const game = new GameExport(files, entry)
  const engine = recognize(game)
  const leaves = new Map([
    ...serviceWorkers(game),
    ...(engine?.leaves ?? []),
    ...(engine?.complete === true ? addedScripts(game) : []),
  ])
  const local = withoutOwnSite(files)
  const prepared = new Map([...files, ...local.files])
  const names = new Map<string, GivenName>()
  for (const path of game.paths) {
    const bytes = files.get(path)
    if (bytes === undefined || path === entry || leaves.has(path) || engine === null) continue
    if (engine.packed?.(path) === true) {
      const part = unpackPart(path, bytes, engine.unpacksItself === true)
      prepared.set(path, part.bytes)
      names.set(path, part.name)
    } else if (extensionOf(path) === null && /[./]/.test(path) && engine.loads?.(path) === true)
      names.set(path, {
        path: `${path}.${endingFor(bytes)}`,
        why: unservedWords(path),
        kind: 'renamed',
        mapped: true,
      })
  }
  return { files: prepared, engine, names, leaves, changes: local.changes }
}

/** Scripts of other hosts in the page of an export: for a portal, a counter or ads. Libraries may be installed. */
const addedScripts = (game: GameExport): readonly (readonly [url: string, why: string])[] =>
  game.elements.flatMap((element) => {
    const url = element.tagName === 'script' ? attributeOf(element, 'src') : undefined
    return url !== undefined && destinationOf(url) === 'web' && libraryAt(url) === null
      ? [[url, 'a mini app has no network, and the export has its own scripts in the folder'] as const]
      : []
  })

/** More than any bundle holds: what unpacks to more is not part of a game. */
const MAX_UNPACKED = 16 * MAX_FILE_BYTES

const unpackPart = (
  path: string,
  packed: Uint8Array,
  unpacksItself: boolean,
): { readonly bytes: Uint8Array; readonly name: GivenName } => {
  const unpacked = unpack(path, packed, MAX_UNPACKED)
  const staysPacked =
    unpacked === 'too-large' || (unpacked !== null && unpacked.bytes.length > MAX_FILE_BYTES && unpacksItself)
  if (staysPacked)
    return {
      bytes: packed,
      name: {
        path: `${path}.bin`,
        why: 'the platform does not serve such files; the loader unpacks it',
        kind: 'renamed',
        mapped: false,
      },
    }
  const bytes = unpacked === null ? packed : unpacked.bytes
  return {
    bytes,
    name: {
      path: plainName(path, bytes),
      ...(unpacked === null
        ? { kind: 'renamed', why: 'the platform does not serve such files' }
        : {
            kind: 'unpacked',
            why: `it was compressed with ${unpacked.packing}, and the host sends no Content-Encoding`,
          }),
      mapped: false,
    },
  }
}

/** `game.wasm.br` as `game.wasm`, `game.wasm.code.unityweb` too, and `game.datagz` as `game.data`. */
const plainName = (path: string, bytes: Uint8Array): string => {
  const base = path.replace(/\.(?:unityweb|br|gz)$/, '').replace(/\.(data|js|mem)gz$/, '.$1')
  if (extensionOf(base) !== null) return base
  const stem = base.replace(/\.wasm\.code$/, '')
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '\0asm') return `${stem}.wasm`
  return isUtf8(bytes) && base.endsWith('framework') ? `${base}.js` : `${base}.${endingFor(bytes)}`
}

/** What the unpacked bytes of a part were, and how it was packed. */
interface Unpacked {
  readonly bytes: Uint8Array
  readonly packing: 'gzip' | 'brotli'
}

/** The mark of a part that Unity's own loader unpacks, in a gzip comment and in a Brotli metadata block. */
const BROTLI_MARK = 'UnityWeb Compressed Content (brotli)'

/**
 * Unpacks a compressed part.
 * @param most how many bytes it may have unpacked
 * @returns null where it is not compressed; `too-large` where it has more
 */
const unpack = (path: string, bytes: Uint8Array, most: number): Unpacked | 'too-large' | null => {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const isBrotli =
    !isGzip && (path.endsWith('.br') || Buffer.from(bytes.subarray(0, 64)).includes(BROTLI_MARK, 0, 'latin1'))
  if (!isGzip && !isBrotli) return null
  try {
    const options = { maxOutputLength: most }
    return isGzip
      ? { bytes: gunzipSync(bytes, options), packing: 'gzip' }
      : { bytes: brotliDecompressSync(bytes, options), packing: 'brotli' }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === 'ERR_BUFFER_TOO_LARGE') return 'too-large'
    // A server or a person has unpacked it already, and it kept its name.
    return null
  }
}
