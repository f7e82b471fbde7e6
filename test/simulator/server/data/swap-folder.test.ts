import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { finishSwaps, swapFolder } from '../../../../src/simulator/server/data/swap-folder.js'
import { flushRecorder } from '../../../support/fakes/flush-recorder.js'
import { missing } from '../../../support/vitest/missing.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

const still = async (): Promise<void> => {}

/** Every file below a folder, with its text. */
const tree = async (folder: string): Promise<Record<string, string>> => {
  const files: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      files[path.slice(folder.length + 1).replaceAll('\\', '/')] = await readFile(path, 'utf8')
    }
  return files
}
const plant = async (folder: string, files: Record<string, string>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

describe('swapFolder', () => {
  it('puts the new documents in place of every old one, sub-folders too', async () => {
    const parent = await temporaryFolder()
    await plant(parent, { 'app/old.json': 'old', 'app/seat-1/storage.json': 'old' })
    await swapFolder(
      join(parent, 'app'),
      new Map<string, unknown>([
        ['ledger', { a: 1 }],
        ['seat-2/storage', {}],
      ]),
      still,
    )
    expect(await tree(parent)).toEqual({
      'app/ledger.json': '{\n  "a": 1\n}\n',
      'app/seat-2/storage.json': '{}\n',
    })
  })

  it('flushes the new documents before they get their place, and the folder before the old ones go', async () => {
    const parent = await temporaryFolder()
    const folder = join(parent, 'app')
    await plant(parent, { 'app/d.json': 'old' })
    const { flushes, flush } = flushRecorder(async () => {
      const files = await tree(parent)
      // The file that is being written has a random name.
      return Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path.replace(/\.\d+$/, ''), text]),
      )
    })
    await swapFolder(folder, new Map([['d', 1]]), still, flush)
    const beside = { 'app/d.json': 'old', 'app.incoming/d.json': '1\n' }
    expect(flushes).toEqual([
      { kind: 'file', seen: beside },
      { kind: 'folder', path: `${folder}.incoming`, seen: beside },
      { kind: 'folder', path: parent, seen: { 'app/d.json': '1\n', 'app.outgoing/d.json': 'old' } },
    ])
    expect(await tree(parent)).toEqual({ 'app/d.json': '1\n' })
  })

  it('waits for the last write before it takes the folder away', async () => {
    const parent = await temporaryFolder()
    await swapFolder(join(parent, 'app'), new Map([['new', 1]]), () =>
      plant(parent, { 'app/late.json': 'late' }),
    )
    expect(await tree(parent)).toEqual({ 'app/new.json': '1\n' })
  })

  it('leaves the old documents where the new ones cannot be written', async ({ skip }) => {
    skip(...missing.denied)
    const parent = await temporaryFolder()
    await plant(parent, { 'app/old.json': 'old' })
    await chmod(parent, 0o555)
    await expect(swapFolder(join(parent, 'app'), new Map([['new', 1]]), still)).rejects.toMatchObject({
      code: 'EACCES',
    })
    await chmod(parent, 0o755)
    expect(await tree(parent)).toEqual({ 'app/old.json': 'old' })
  })

  it('leaves the old documents where a new one cannot be turned into a file', async () => {
    const parent = await temporaryFolder()
    await plant(parent, { 'app/old.json': 'old' })
    await expect(
      swapFolder(
        join(parent, 'app'),
        new Map<string, unknown>([
          ['a', 1],
          ['b', 1n],
        ]),
        still,
      ),
    ).rejects.toThrow(TypeError)
    expect(await tree(parent)).toEqual({ 'app/old.json': 'old' })
  })
})

describe('finishSwaps', () => {
  it.each([
    ['while the new ones were written', { 'app/d.json': 'old', 'app.incoming/d.json': 'ne' }, 'old'],
    ['between the renames', { 'app.outgoing/d.json': 'old', 'app.incoming/d.json': 'new' }, 'new'],
    ['before the old ones were removed', { 'app/d.json': 'new', 'app.outgoing/d.json': 'old' }, 'new'],
    ['while it was taken back', { 'app.outgoing/d.json': 'old' }, 'old'],
    ['and nothing was under way', { 'app/d.json': 'old' }, 'old'],
  ] as const)('ends what was killed %s', async (_when, files, kept) => {
    const parent = await temporaryFolder()
    await plant(parent, files)
    await finishSwaps(parent)
    expect(await tree(parent)).toEqual({ 'app/d.json': kept })
  })

  it('has nothing to do where nothing was ever saved', async () => {
    await finishSwaps(join(await temporaryFolder(), 'none'))
  })
})
