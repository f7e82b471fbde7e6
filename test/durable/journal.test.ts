import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Journal, readJournal } from '../../src/durable/journal.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const NOW = Date.UTC(2026, 0, 2)

describe('a journal', () => {
  it('is empty where there is no file', async () => {
    expect(await readJournal(join(await temporaryFolder(), 'none'), NOW)).toEqual({
      entries: [],
      setAside: null,
    })
  })

  it('returns the appended entries in order, also after concurrent appends', async () => {
    const path = join(await temporaryFolder(), 'journal')
    const journal = await Journal.start(path, [{ first: true }], 0o600)
    await Promise.all(Array.from({ length: 200 }, (_, index) => journal.append([{ index }, 'und “ü”'])))
    await journal.close()
    const { entries } = await readJournal(path, NOW)
    expect(entries).toEqual([
      { first: true },
      ...Array.from({ length: 200 }, (_, index) => [{ index }, 'und “ü”']).flat(),
    ])
  })

  it('has the requested mode', async ({ skip }) => {
    skip(...missing.modes)
    const path = join(await temporaryFolder(), 'journal')
    const journal = await Journal.start(path, [], 0o600)
    await journal.append(['secret'])
    await journal.close()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('drops a torn last line, which was never acknowledged', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'journal')
    await writeFile(path, '{"a":1}\n{"b":2')
    expect(await readJournal(path, NOW)).toEqual({ entries: [{ a: 1 }], setAside: null })
    expect(await readdir(folder)).toEqual(['journal'])
  })

  it('copies a file with damage in its middle, and reads the valid entries', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'journal')
    await writeFile(path, '{"a":1}\n\u0000\u0000\n{"b":2}\n')
    const { entries, setAside } = await readJournal(path, NOW)
    expect(entries).toEqual([{ a: 1 }, { b: 2 }])
    expect(setAside).toBe(`${path}.damaged-2026-01-02T00-00-00.000Z`)
    expect(await readFile(setAside ?? '', 'utf8')).toBe('{"a":1}\n\u0000\u0000\n{"b":2}\n')
  })

  it('replaces what the file held when it starts', async () => {
    const path = join(await temporaryFolder(), 'journal')
    await appendFile(path, 'old\n')
    const journal = await Journal.start(path, ['new'], 0o600)
    await journal.append(['newer'])
    await journal.close()
    expect(await readFile(path, 'utf8')).toBe('"new"\n"newer"\n')
  })
})
