import { spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Failure } from '../../../../src/failure.js'
import { NotSavedError } from '../../../../src/host/saving/store.js'
import { DataFolder } from '../../../../src/simulator/server/data/data-folder.js'
import { missing } from '../../../support/vitest/missing.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

const asIs = (saved: unknown): unknown => saved

const opened = async (path: string, notices: string[] = []): Promise<DataFolder> => {
  const folder = await DataFolder.open(path, (message) => notices.push(message))
  onTestFinished(() => folder.close())
  return folder
}

describe('DataFolder', () => {
  it('keeps readable JSON files, one folder an app', async () => {
    const path = await temporaryFolder()
    const folder = await opened(path)
    await folder.store('ma_abcdefghij').save('seat-1/storage', () => ({ schema: 1, values: { a: 'b' } }))
    await folder.store().save('switches', () => ({ theme: 'dark' }))
    expect(JSON.parse(await readFile(join(path, 'data/ma_abcdefghij/seat-1/storage.json'), 'utf8'))).toEqual({
      schema: 1,
      values: { a: 'b' },
    })
    expect(await readFile(join(path, 'data/switches.json'), 'utf8')).toBe('{\n  "theme": "dark"\n}\n')
    expect(await folder.store('ma_abcdefghij').load('seat-1/storage', asIs)).toEqual({
      schema: 1,
      values: { a: 'b' },
    })
    expect(await folder.store('ma_bbbbbbbbbb').load('seat-1/storage', asIs)).toBeUndefined()
  })

  it('refuses a second simulator, naming the process and what to do', async () => {
    const path = await temporaryFolder()
    await opened(path)
    const second = DataFolder.open(path, () => {})
    await expect(second).rejects.toThrow(Failure)
    await expect(second).rejects.toMatchObject({
      kind: 'usage',
      message: `Another simulator (process ${process.pid}) uses the saved data in ${path}.`,
      remedy: expect.stringContaining('--data'),
    })
  })

  it('tells a second simulator where the first one is, once that serves', async () => {
    const path = await temporaryFolder()
    const first = await opened(path)
    await first.announce('http://localhost:4848/')
    await expect(DataFolder.open(path, () => {})).rejects.toMatchObject({
      kind: 'usage',
      message: `Another simulator (process ${process.pid}) uses the saved data in ${path}. It runs at http://localhost:4848/.`,
      remedy: 'Open that address, stop that simulator, or start this one with another folder: --data DIR.',
    })
  })

  it('names the machine where the other simulator is on another one, and no address of that', async () => {
    const path = await temporaryFolder()
    await mkdir(join(path, 'simulator.lock'))
    await writeFile(
      join(path, 'simulator.owner'),
      JSON.stringify([7, 'laptop.local', '', 'http://localhost:4848/']),
    )
    await expect(DataFolder.open(path, () => {})).rejects.toMatchObject({
      message: `Another simulator (process 7 on laptop.local) uses the saved data in ${path}.`,
      remedy: 'Use that simulator, stop it, or start this one with another folder: --data DIR.',
    })
  })

  it('is free again once it was closed', async () => {
    const path = await temporaryFolder()
    const folder = await DataFolder.open(path, () => {})
    await folder.close()
    await opened(path)
  })

  it('takes over immediately from a process that was killed', async () => {
    const path = await temporaryFolder()
    const first = await DataFolder.open(path, () => {})
    const owner = JSON.parse(await readFile(join(path, 'simulator.owner'), 'utf8'))
    await first.close()
    const dead = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => dead.once('exit', resolve))
    await mkdir(join(path, 'simulator.lock'))
    const word = 'http://localhost:4848/'
    await writeFile(join(path, 'simulator.owner'), JSON.stringify([dead.pid, ...owner.slice(1), word]))
    await opened(path)
    expect(JSON.parse(await readFile(join(path, 'simulator.owner'), 'utf8'))).toEqual([
      process.pid,
      ...owner.slice(1),
    ])
  })

  it.each([
    ['no JSON', '{"schema":1,'],
    ['nothing', ''],
    ['JSON of another shape', '{"schema":"1"}'],
  ])('sets a file with %s aside, says so, and starts again', async (_what, content) => {
    const path = await temporaryFolder()
    const notices: string[] = []
    const folder = await opened(path, notices)
    await mkdir(join(path, 'data/ma_abcdefghij'), { recursive: true })
    await writeFile(join(path, 'data/ma_abcdefghij/identity.json'), content)
    const value = await folder.store('ma_abcdefghij').load('identity', () => undefined)
    expect(value).toBeUndefined()
    expect(await readdir(join(path, 'data/ma_abcdefghij'))).toEqual([])
    const asides = join(path, 'set-aside/data/ma_abcdefghij')
    const [name, ...others] = await readdir(asides)
    expect(others).toEqual([])
    expect(name).toMatch(/^identity\.json\.damaged-/)
    expect(await readFile(join(asides, name ?? ''), 'utf8')).toBe(content)
    expect(notices).toEqual([expect.stringContaining(`was set aside as ${join(asides, name ?? '')}`)])
  })

  it('sweeps the temporary files of a killed process away', async () => {
    const path = await temporaryFolder()
    const folder = await opened(path)
    await mkdir(join(path, 'data'), { recursive: true })
    await writeFile(join(path, 'data/switches.json.1234567890'), 'torn')
    await folder.store().load('switches', asIs)
    expect(await readdir(join(path, 'data'))).toEqual([])
  })

  it('completes what a killed process was putting in place of an app’s data', async () => {
    const path = await temporaryFolder()
    await mkdir(join(path, 'data/ma_abcdefghij.outgoing'), { recursive: true })
    await writeFile(join(path, 'data/ma_abcdefghij.outgoing/ledger.json'), '1')
    const folder = await opened(path)
    expect(await folder.store('ma_abcdefghij').load('ledger', asIs)).toBe(1)
    expect(await readdir(join(path, 'data'))).toEqual(['ma_abcdefghij'])
  })

  it('starts fresh and keeps what was saved before', async () => {
    const path = await temporaryFolder()
    const notices: string[] = []
    const folder = await opened(path, notices)
    await folder.startFresh()
    expect(notices).toEqual([])
    await folder.store().save('switches', () => 1)
    await folder.startFresh()
    expect(await folder.store().load('switches', asIs)).toBeUndefined()
    expect(await readFile(join(path, 'data.previous/switches.json'), 'utf8')).toBe('1\n')
    expect(notices).toEqual([expect.stringContaining('data.previous')])
    await folder.store().save('switches', () => 2)
    await folder.startFresh()
    expect(await readFile(join(path, 'data.previous/switches.json'), 'utf8')).toBe('2\n')
  })

  it('a write that fails says why, and leaves the old document as it was', async () => {
    const path = await temporaryFolder()
    const folder = await opened(path)
    const store = folder.store()
    await store.save('switches', () => 'old')
    // A folder in the file's place: the rename over it fails, on any system and for any user.
    await mkdir(join(path, 'data/blocked.json/in-the-way'), { recursive: true })
    await expect(store.save('blocked', () => 'new')).rejects.toThrow(NotSavedError)
    await expect(store.save('blocked', () => 'new')).rejects.toThrow(/blocked\.json cannot be written: /)
    expect(await store.load('switches', asIs)).toBe('old')
  })

  it('a folder that cannot be written is said, and can be read', async ({ skip }) => {
    skip(...missing.denied)
    const path = await temporaryFolder()
    await mkdir(join(path, 'data'))
    await writeFile(join(path, 'data/switches.json'), '"old"')
    await chmod(path, 0o500)
    await chmod(join(path, 'data'), 0o500)
    onTestFinished(async () => {
      await chmod(path, 0o700)
      await chmod(join(path, 'data'), 0o700)
    })
    const notices: string[] = []
    const folder = await opened(path, notices)
    expect(notices).toEqual([`Nothing can be saved in ${path}: permission denied.`])
    expect(await folder.store().load('switches', asIs)).toBe('old')
    await expect(folder.store().save('switches', () => 'new')).rejects.toThrow('permission denied')
  })

  it('writes nothing after another simulator took over the folder', async () => {
    const path = await temporaryFolder()
    const notices: string[] = []
    const folder = await opened(path, notices)
    folder.lose()
    await expect(folder.store().save('switches', () => 1)).rejects.toThrow(NotSavedError)
    expect(notices).toHaveLength(1)
  })
})
