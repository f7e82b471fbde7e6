import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sweepTemporaries, writeFileDurably } from '../../src/durable/atomic-file.js'
import { flushRecorder } from '../support/fakes/flush-recorder.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

it('a sweep removes what a killed process left, and no file that is being written', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'a.json.1234567890123'), 'left behind')
  const names = Array.from({ length: 40 }, (_, i) => `${i}.json`)
  // Large, so that a write takes long enough for many sweeps.
  const data = 'x'.repeat(3_000_000)
  let writing = true
  const written = Promise.all(names.map((name) => writeFileDurably(join(folder, name), data))).finally(() => {
    writing = false
  })
  while (writing) await sweepTemporaries(folder, (name) => name.endsWith('.json'))
  await written
  expect((await readdir(folder)).sort()).toEqual([...names].sort())
})

describe('a durable write', () => {
  const written = async (data: string | Iterable<string>) => {
    const folder = await temporaryFolder()
    const path = join(folder, 'a.json')
    await writeFile(path, 'old')
    const { flushes, flush } = flushRecorder(async () =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
        ),
      ),
    )
    await writeFileDurably(path, data, undefined, `${path}.new`, flush)
    return { folder, flushes }
  }

  it.each([
    ['a text', 'new'],
    ['pieces', ['n', 'e', 'w']],
  ])('writes %s beside the file, flushes it, renames it, and flushes the folder', async (_what, data) => {
    const { folder, flushes } = await written(data)
    expect(flushes).toEqual([
      { kind: 'file', seen: { 'a.json': 'old', 'a.json.new': 'new' } },
      { kind: 'folder', path: folder, seen: { 'a.json': 'new' } },
    ])
  })

  it.each(['file', 'folder'] as const)('rejects if the %s cannot be flushed', async (kind) => {
    const folder = await temporaryFolder()
    const path = join(folder, 'a.json')
    await writeFile(path, 'old')
    const { flush } = flushRecorder(async () => {})
    const failing = { ...flush, [kind]: () => Promise.reject(new Error('The disk broke.')) }
    await expect(writeFileDurably(path, 'new', undefined, undefined, failing)).rejects.toThrow(
      'The disk broke.',
    )
    expect(await readdir(folder)).toEqual(['a.json'])
    expect(await readFile(path, 'utf8')).toBe(kind === 'file' ? 'old' : 'new')
  })
})
