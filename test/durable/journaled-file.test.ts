import { spawnSync } from 'node:child_process'
import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JournaledFile, replayJournal, setJournalAside } from '../../src/durable/journaled-file.js'
import { builtModule } from '../support/processes/built-module.js'
import { type Missing, missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const NOON = Date.UTC(2026, 0, 2, 12, 0, 0)
const ASIDE = '.damaged-2026-01-02T12-00-00.000Z'

/** A list of numbers stored in a journaled file. */
const numbersIn = async (floor = 1_000) => {
  const folder = await temporaryFolder()
  const path = join(folder, 'numbers.json')
  const file = new JournaledFile(path, floor)
  onTestFinished(() => file.close())
  const numbers: number[] = []
  return {
    folder,
    path,
    file,
    add: (...added: number[]): Promise<void> => {
      numbers.push(...added)
      return file.append(added, () => [`[${numbers.join()}`, ']\n'])
    },
    /** The names of the files in the folder. */
    files: async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
        ),
      ),
  }
}

describe('a file with a journal', () => {
  it('writes the file for the first change, and a line for each following one', async () => {
    const { add, files } = await numbersIn()
    await add(1)
    expect(await files()).toEqual({ 'numbers.json': '[1]\n' })
    await add(2, 3)
    await add(4)
    expect(await files()).toEqual({ 'numbers.json': '[1]\n', 'numbers.ndjson': '2\n3\n4\n' })
  })

  it('keeps the order of concurrent changes', async () => {
    const { add, files } = await numbersIn()
    const many = Array.from({ length: 50 }, (_, index) => index)
    await Promise.all(many.map((number) => add(number)))
    // All had come when the whole was asked for.
    expect(await files()).toEqual({
      'numbers.json': `[${many.join()}]\n`,
      'numbers.ndjson': many
        .slice(1)
        .map((number) => `${number}\n`)
        .join(''),
    })
  })

  it('rewrites the file when the journal is larger than the file and the minimum size', async () => {
    const { add, files } = await numbersIn(6)
    for (let number = 1; number <= 5; number++) await add(number)
    expect(await files()).toEqual({ 'numbers.json': '[1]\n', 'numbers.ndjson': '2\n3\n4\n5\n' })
    await add(6)
    // What the journal still has is in the file.
    expect(await files()).toEqual({ 'numbers.json': '[1,2,3,4,5,6]\n', 'numbers.ndjson': '2\n3\n4\n5\n' })
    await add(7)
    expect(await files()).toEqual({ 'numbers.json': '[1,2,3,4,5,6]\n', 'numbers.ndjson': '7\n' })
    // The file is larger than the minimum size now.
    for (let number = 1; number <= 7; number++) await add(number)
    expect(await files()).toMatchObject({ 'numbers.json': '[1,2,3,4,5,6]\n' })
    await add(8)
    expect(await files()).toMatchObject({ 'numbers.json': '[1,2,3,4,5,6,7,1,2,3,4,5,6,7,8]\n' })
  })

  it('lets the event loop run between the pieces of the file', async () => {
    const { file } = await numbersIn()
    let turns = 0
    const seen: number[] = []
    const count = (): void => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    onTestFinished(() => clearImmediate(timer))
    await file.append([1], function* () {
      for (const piece of ['[', '1', ']']) {
        seen.push(turns)
        yield piece
      }
    })
    expect(new Set(seen).size).toBe(3)
  })

  it.for<[string, Missing | null, (path: string) => Promise<void>]>([
    ['removed the journal', missing.changesOfOpenFiles, (path) => rm(path.replace('.json', '.ndjson'))],
    ['removed the file', null, (path) => rm(path)],
    ['removed the folder', missing.changesOfOpenFiles, (path) => rm(dirname(path), { recursive: true })],
    [
      'moved the folder away',
      missing.changesOfOpenFiles,
      (path) => rename(dirname(path), `${dirname(path)}.moved`),
    ],
    ['put another file there', null, (path) => writeFile(path, '[9]')],
    ['changed the journal', null, (path) => appendFile(path.replace('.json', '.ndjson'), 'half')],
    [
      'put a copy in place of the journal',
      missing.changesOfOpenFiles,
      async (path) => {
        const journal = path.replace('.json', '.ndjson')
        await copyFile(journal, `${journal}.copy`)
        await rename(`${journal}.copy`, journal)
      },
    ],
  ])('rewrites the file after someone %s', async ([, lacking, meddle], { skip }) => {
    if (lacking !== null) skip(...lacking)
    const { add, path, folder } = await numbersIn()
    onTestFinished(() => rm(`${folder}.moved`, { recursive: true, force: true }))
    await add(1)
    await add(2)
    await meddle(path)
    await mkdir(folder, { recursive: true })
    await add(3)
    expect(await readFile(path, 'utf8')).toBe('[1,2,3]\n')
    await add(4)
    expect(await readFile(path.replace('.json', '.ndjson'), 'utf8')).toBe('4\n')
  })

  it('rewrites the file after a change that could not be saved', async () => {
    const { add, path, files } = await numbersIn()
    await add(1)
    // A folder in the journal's place: it cannot be started, on any system and for any user.
    const journal = path.replace('.json', '.ndjson')
    await mkdir(join(journal, 'in-the-way'), { recursive: true })
    await expect(add(2)).rejects.toMatchObject({ code: expect.any(String) })
    await rm(journal, { recursive: true })
    expect(await files()).toEqual({ 'numbers.json': '[1]\n' })
    await add(3)
    expect(await files()).toEqual({ 'numbers.json': '[1,2,3]\n' })
  })

  it('leaves the journal unchanged on a full disk, and continues once there is space', async ({ skip }) => {
    skip(...missing.shell)
    const path = join(await temporaryFolder(), 'texts.json')
    // No file of more than 8 KB: the third write is a short one.
    const limited = ['-c', 'ulimit -f 8; exec "$0" --input-type=module --eval "$1" "$2"']
    expect(
      spawnSync('bash', [...limited, process.execPath, WRITER, path], { encoding: 'utf8' }),
    ).toMatchObject({
      stdout: 'saved saved EFBIG saved saved',
      stderr: '',
    })
    expect(await readFile(path, 'utf8')).toBe('4')
    expect(await readFile(path.replace('.json', '.ndjson'), 'utf8')).toBe('"5"\n')
  })
})

const WRITER = `${builtModule('src/durable/journaled-file.ts')}
import { readFileSync } from 'node:fs'
const file = new JournaledFile(process.argv[1])
const journal = () => readFileSync(process.argv[1].replace('.json', '.ndjson'), 'utf8')
const outcomes = []
for (const [number, text] of ['1', '2', 'x'.repeat(60_000), '4', '5'].entries()) {
  const outcome = await file.append([text], () => [text]).then(() => 'saved', (error) => error.code)
  if (number === 2 && journal() !== '"2"\\n') outcomes.push('torn')
  outcomes.push(outcome)
}
process.stdout.write(outcomes.join(' '))
await file.close()`

describe('what a journal has', () => {
  /** Only numbers are valid. */
  const replay = async (path: string) => {
    const seen: number[] = []
    const aside = await replayJournal(
      path,
      (entry) => typeof entry === 'number' && seen.push(entry) > 0,
      NOON,
    )
    return { seen, aside }
  }

  it('is replayed in order, without a torn last line', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'a.json')
    expect(await replay(path)).toEqual({ seen: [], aside: null })
    await writeFile(join(folder, 'a.ndjson'), '1\n2\n3')
    expect(await replay(path)).toEqual({ seen: [1, 2], aside: null })
    expect(await readdir(folder)).toEqual(['a.ndjson'])
  })

  it.each([
    ['damage', '1\n\u0000\n3\n'],
    ['an entry of another kind', '1\n{"a":1}\n3\n'],
  ])('with %s in it is set aside, and the rest kept', async (_what, text) => {
    const folder = await temporaryFolder()
    const path = join(folder, 'a.json')
    await writeFile(join(folder, 'a.ndjson'), text)
    const aside = join(folder, `a.ndjson${ASIDE}`)
    expect(await replay(path)).toEqual({ seen: [1, 3], aside })
    expect(await readFile(aside, 'utf8')).toBe(text)
    expect(await readFile(join(folder, 'a.ndjson'), 'utf8')).toBe('1\n3\n')
    expect(await replay(path)).toEqual({ seen: [1, 3], aside: null })
  })

  it('is set aside if its file does not exist', async () => {
    const folder = await temporaryFolder()
    expect(await setJournalAside(join(folder, 'a.json'), NOON)).toBeNull()
    await writeFile(join(folder, 'a.ndjson'), '1\n')
    expect(await setJournalAside(join(folder, 'a.json'), NOON)).toBe(join(folder, `a.ndjson${ASIDE}`))
    expect(await readdir(folder)).toEqual([`a.ndjson${ASIDE}`])
  })
})
