import { spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sweepTemporaries, writeFileDurably } from '../../src/durable/atomic-file.js'
import { loadDocument } from '../../src/durable/json-document.js'
import { builtModule } from '../support/processes/built-module.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const WRITER = `${builtModule('src/durable/atomic-file.ts')}
writeFileDurably(process.argv[1], 'x'.repeat(Number(process.argv[2]))).then(
  () => process.stdout.write('written'),
  (error) => process.stdout.write(error.code),
)`

const NOON = Date.UTC(2026, 0, 2, 12, 0, 0)

describe('loading a document', () => {
  it('returns its value', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'a.json'), '{"x":1}')
    expect(await loadDocument(join(folder, 'a.json'), NOON)).toEqual({ state: 'present', value: { x: 1 } })
  })

  it('reports a missing document', async () => {
    const folder = await temporaryFolder()
    expect(await loadDocument(join(folder, 'a.json'), NOON)).toEqual({ state: 'missing' })
    expect(await readdir(folder)).toEqual([])
  })

  it('renames a damaged one, byte for byte, and returns the new path', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'a.json'), '{"x":')
    const setAside = join(folder, 'a.json.damaged-2026-01-02T12-00-00.000Z')
    expect(await loadDocument(join(folder, 'a.json'), NOON)).toEqual({ state: 'damaged', setAside })
    expect(await readdir(folder)).toEqual(['a.json.damaged-2026-01-02T12-00-00.000Z'])
    expect(await readFile(setAside, 'utf8')).toBe('{"x":')
  })
})

describe('writing a file', () => {
  it('sets the requested mode regardless of the umask', async ({ skip }) => {
    skip(...missing.modes)
    const folder = await temporaryFolder()
    const path = join(folder, 'secret.json')
    const before = process.umask(0o000)
    try {
      await writeFileDurably(path, 'x', 0o600)
    } finally {
      process.umask(before)
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await chmod(path, 0o644)
    await writeFileDurably(path, 'y', 0o600)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })
})

/** Writes to a file in a process limited to files of 8 KB: the next write is a short one. */
const writeUnderQuota = (path: string, bytes: number) =>
  spawnSync(
    'bash',
    [
      '-c',
      'ulimit -f 8; exec "$0" --input-type=module --eval "$1" "$2" "$3"',
      process.execPath,
      WRITER,
      path,
      String(bytes),
    ],
    { encoding: 'utf8' },
  )

describe('a disk that is full', () => {
  it('rejects with the reason, keeps the old file, and leaves no other file', async ({ skip }) => {
    skip(...missing.shell)
    const folder = await temporaryFolder()
    const path = join(folder, 'a.json')
    await writeFile(path, 'old')
    expect(writeUnderQuota(path, 6_000)).toMatchObject({ stdout: 'written', stderr: '' })
    expect((await stat(path)).size).toBe(6_000)
    expect(writeUnderQuota(path, 60_000)).toMatchObject({ stdout: 'EFBIG', stderr: '' })
    expect((await stat(path)).size).toBe(6_000)
    expect(await readdir(folder)).toEqual(['a.json'])
  })
})

describe('sweeping', () => {
  it('only removes the temporary files of our own documents', async () => {
    const folder = await temporaryFolder()
    for (const name of ['a.json', 'a.json.1234567890', 'b.txt.1234567890', 'a.json.damaged-2026'])
      await writeFile(join(folder, name), '')
    await sweepTemporaries(folder, (name) => name.endsWith('.json'))
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'a.json.damaged-2026', 'b.txt.1234567890'])
  })
})
