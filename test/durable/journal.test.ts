import { spawnSync } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Journal, readJournal } from '../../src/durable/journal.js'
import { flushRecorder } from '../support/fakes/flush-recorder.js'
import { builtModule } from '../support/processes/built-module.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const NOW = Date.UTC(2026, 0, 2)

describe('a journal', () => {
  it('is empty where there is no file', async () => {
    expect(await readJournal(join(await temporaryFolder(), 'none'), NOW)).toEqual({
      entries: [],
      fault: null,
    })
  })

  it('returns the appended entries in order, also after concurrent appends', async () => {
    const path = join(await temporaryFolder(), 'journal')
    const journal = await Journal.start(path, () => [{ first: true }])
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
    const journal = await Journal.start(path, () => [], { mode: 0o600 })
    await journal.append(['secret'])
    await journal.close()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['drops a torn last line', '{"a":1}\n{"b":2', [{ a: 1 }], 'ends in the middle of a change'],
    [
      'drops damage in its middle',
      '{"a":1}\n\u0000\u0000\n{"b":2}\n',
      [{ a: 1 }, { b: 2 }],
      'is damaged in part',
    ],
  ])('%s, and keeps a copy of the file, in its place too', async (_what, content, valid, words) => {
    const folder = await temporaryFolder()
    const path = join(folder, 'journal')
    await writeFile(path, content)
    const { entries, fault } = await readJournal(path, NOW)
    expect(entries).toEqual(valid)
    const aside = `${path}.damaged-2026-01-02T00-00-00.000Z`
    expect(fault).toEqual({ words, aside, isMoved: false })
    expect(await readFile(aside, 'utf8')).toBe(content)
    expect(await readFile(path, 'utf8')).toBe(content)
  })

  it('sets aside what cannot be read at all', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'journal')
    await mkdir(path)
    const aside = `${path}.unreadable-2026-01-02T00-00-00.000Z`
    expect(await readJournal(path, NOW)).toEqual({
      entries: [],
      fault: { words: 'cannot be read: it is a folder', aside, isMoved: true },
    })
    expect(await readdir(folder)).toEqual([basename(aside)])
  })

  it('replaces what the file held when it starts', async () => {
    const path = join(await temporaryFolder(), 'journal')
    await appendFile(path, 'old\n')
    const journal = await Journal.start(path, () => ['new'])
    await journal.append(['newer'])
    await journal.close()
    expect(await readFile(path, 'utf8')).toBe('"new"\n"newer"\n')
  })

  it('flushes what it wrote before an append resolves', async () => {
    const path = join(await temporaryFolder(), 'journal')
    const { flushes, flush } = flushRecorder(() => readFile(path, 'utf8'))
    const journal = await Journal.start(path, () => ['first'], { flush })
    onTestFinished(() => journal.close())
    await journal.append(['second', 3])
    expect(flushes).toEqual([{ kind: 'data', seen: '"first"\n"second"\n3\n' }])
  })

  it('rejects an append that could not be flushed, keeps nothing of it, and continues', async () => {
    const path = join(await temporaryFolder(), 'journal')
    const outcomes = [() => Promise.reject(new Error('The disk broke.')), async () => {}]
    const journal = await Journal.start(path, () => [], {
      flush: { data: async () => await outcomes.shift()?.() },
    })
    onTestFinished(() => journal.close())
    await expect(journal.append(['lost'])).rejects.toThrow('The disk broke.')
    await journal.append(['kept'])
    expect(await readFile(path, 'utf8')).toBe('"kept"\n')
  })

  it('is rewritten once entries have replaced most of it, with those of the same moment', async () => {
    const path = join(await temporaryFolder(), 'journal')
    const numbers: number[] = []
    const journal = await Journal.start(path, () => numbers.slice(-2), { rewriteFloor: 6 })
    onTestFinished(() => journal.close())
    const add = (number: number): Promise<void> => {
      numbers.push(number)
      return journal.append([number])
    }
    for (const number of [1, 2, 3, 4]) await add(number)
    expect(await readFile(path, 'utf8')).toBe('1\n2\n3\n4\n')
    const together = [add(5), add(6)]
    await Promise.all(together)
    expect(await readFile(path, 'utf8')).toBe('5\n6\n')
    await add(7)
    expect(await readFile(path, 'utf8')).toBe('5\n6\n7\n')
  })

  it('is rewritten from what was not undone, after a rewrite that failed', async ({ skip }) => {
    skip(...missing.changesOfOpenFiles)
    const folder = join(await temporaryFolder(), 'data')
    const path = join(folder, 'journal')
    await mkdir(folder)
    const numbers: number[] = [1]
    const journal = await Journal.start(path, () => numbers, { rewriteFloor: 1 })
    onTestFinished(() => journal.close())
    const add = async (number: number): Promise<void> => {
      numbers.push(number)
      await journal.append([number]).catch((error: unknown) => {
        numbers.splice(numbers.indexOf(number), 1)
        throw error
      })
    }
    await add(2)
    await add(3)
    await rename(folder, `${folder}.away`)
    await Promise.all([add(4), add(5)].map((one) => expect(one).rejects.toMatchObject({ code: 'ENOENT' })))
    await rename(`${folder}.away`, folder)
    await add(6)
    expect(await readFile(path, 'utf8')).toBe('1\n2\n3\n6\n')
  })

  it('keeps nothing of what a full disk took in part, and continues once there is space', async ({
    skip,
  }) => {
    skip(...missing.shell)
    const path = join(await temporaryFolder(), 'journal')
    // No file of more than 8 KB: the second write is a short one.
    const limited = ['-c', 'ulimit -f 8; exec "$0" --input-type=module --eval "$1" "$2"']
    expect(
      spawnSync('bash', [...limited, process.execPath, WRITER, path], { encoding: 'utf8' }),
    ).toMatchObject({
      stdout: 'saved EFBIG saved',
      stderr: '',
    })
    expect(await readFile(path, 'utf8')).toBe('"1"\n"3"\n')
  })
})

const WRITER = `${builtModule('src/durable/journal.ts')}
const journal = await Journal.start(process.argv[1], () => [])
const outcomes = []
for (const text of ['1', 'x'.repeat(60_000), '3'])
  outcomes.push(await journal.append([text]).then(() => 'saved', (error) => error.code))
process.stdout.write(outcomes.join(' '))
await journal.close()`
