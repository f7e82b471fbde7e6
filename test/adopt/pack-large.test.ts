import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { adoptGame } from '../../src/adopt/adopt-game.js'
import { readGame } from '../../src/adopt/read-game.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const LARGE = 21_000_000

const adopted = async (page: string, wasm: Uint8Array) => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.pck'), 'GDPC')
  await writeFile(join(folder, 'index.wasm'), wasm)
  const game = await readGame(folder, folder, new AbortController().signal)
  const { files, obstacles, changes } = await adoptGame(game, 'index.html', 'game', false)
  return { files: new Map(files.map(({ path, bytes }) => [path, bytes])), obstacles, changes }
}

const GODOT =
  '<script>const GODOT_CONFIG = {"executable":"index"}; const GODOT_THREADS_ENABLED = false; new Engine(GODOT_CONFIG)</script>'

describe('2.9: a file that is larger than one can be', () => {
  it('is compressed where the engine fetches it, and found by its name', async () => {
    const wasm = Buffer.alloc(LARGE, '\0asm\x01\0\0\0')
    const { files, obstacles, changes } = await adopted(GODOT, wasm)
    expect(obstacles).toEqual([])
    expect([...files.keys()]).toEqual(['index.html', 'index.pck.txt', 'index.wasm.packed.bin'])
    expect(wasm.equals(gunzipSync(files.get('index.wasm.packed.bin') ?? Buffer.of()))).toBe(true)
    expect(changes).toContainEqual({
      kind: 'packed',
      file: 'index.wasm.packed.bin',
      line: null,
      from: 'index.wasm',
      to: 'index.wasm.packed.bin',
      why: 'it is over the size limit for a file; the browser shim unpacks it',
    })
  })

  it.each<[string, string, Uint8Array]>([
    ['it is as large when it is compressed', GODOT, randomBytes(LARGE)],
    ['nobody knows how the game loads it', "<script>load('index.wasm')</script>", Buffer.alloc(LARGE)],
  ])('is an obstacle where %s', async (_, page, wasm) => {
    const { obstacles } = await adopted(page, wasm)
    expect(obstacles).toMatchObject([{ kind: 'file-too-large', file: 'index.wasm', bytes: LARGE }])
  })
})
