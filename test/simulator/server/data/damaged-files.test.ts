import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../../src/durable/json-document.js'
import { writeAppData } from '../../../../src/host/control/app-data-codec.js'
import { SwitchBoard } from '../../../../src/host/control/switch-board.js'
import { DEFAULT_SWITCHES } from '../../../../src/host/control/switches.js'
import { DataFolder } from '../../../../src/simulator/server/data/data-folder.js'
import { saveInSimulator } from '../../../saved-data.js'
import { contentOf, DAMAGES } from '../../../support/fakes/file-damage.js'
import { APP, hostRig } from '../../../support/rigs/host-rig.js'
import { simulatorRig } from '../../../support/rigs/simulator-rig.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

interface Way {
  readonly damage: (path: string) => Promise<void>
  readonly words: string
  readonly why: 'damaged' | 'unreadable' | 'newer'
  readonly denied?: true
}

/** Seven ways in which a file cannot be used. */
const WAYS: Readonly<Record<string, Way>> = {
  cut: { damage: DAMAGES.cut, words: 'is damaged.', why: 'damaged' },
  empty: { damage: DAMAGES.empty, words: 'is damaged.', why: 'damaged' },
  garbled: { damage: DAMAGES.garbled, words: 'is damaged.', why: 'damaged' },
  'other JSON': { damage: DAMAGES['other JSON'], words: 'is damaged.', why: 'damaged' },
  'a folder': {
    damage: DAMAGES['a folder'],
    words: 'cannot be read: it is a folder.',
    why: 'unreadable',
  },
  unreadable: {
    damage: async () => {},
    words: 'cannot be read: permission denied.',
    why: 'unreadable',
    denied: true,
  },
  'in a newer format': {
    damage: async (path) =>
      writeFile(path, JSON.stringify({ ...JSON.parse(await readText(path)), schema: 2 })),
    words: 'was written by a newer version of miniapp.',
    why: 'newer',
  },
}

type Contents = ReturnType<typeof writeAppData>

/** What each file of the folder takes with it, and what the notice says of that. */
const FILES: Readonly<
  Record<string, { readonly without: (whole: Contents) => Partial<Contents>; readonly says: string }>
> = {
  'switches.json': { without: () => ({}), says: 'All switches have their defaults.' },
  [`${APP.id}/identity.json`]: {
    without: () => ({}),
    says: 'The person in seat 1 is still OWNER, as the other saved data show.',
  },
  [`${APP.id}/ledger.json`]: {
    without: () => ({ balances: {}, sales: [] }),
    says: 'Balances and purchases start empty.',
  },
  [`${APP.id}/nicknames.json`]: { without: () => ({ nicknames: {} }), says: 'Nobody has a nickname.' },
  [`${APP.id}/ai-consents.json`]: {
    without: () => ({ aiConsents: {} }),
    says: 'People are asked again whether the app may use AI.',
  },
  [`${APP.id}/shared-store.json`]: {
    without: () => ({ sharedStore: [] }),
    says: 'The shared store starts empty.',
  },
  [`${APP.id}/seat-1/storage.json`]: {
    without: ({ storage }) => ({ storage: { 2: storage[2] ?? {} } }),
    says: 'The stored values of this seat start empty.',
  },
  [`${APP.id}/seat-2/storage.json`]: {
    without: ({ storage }) => ({ storage: { 1: storage[1] ?? {} } }),
    says: 'The stored values of this seat start empty.',
  },
}

const NOW = Date.UTC(2026, 0, 2)

const open = async (path: string, denied: string | null = null) => {
  const notices: string[] = []
  const folder = await DataFolder.open(
    path,
    (notice) => notices.push(notice),
    async (file) => {
      if (file === denied) throw Object.assign(new Error('denied'), { code: 'EACCES' })
      return await readText(file)
    },
  )
  const switches = await SwitchBoard.open(folder.store())
  const { host } = await hostRig(folder.store(APP.id))
  const contents = writeAppData(APP.id, NOW, await host.contents())
  return {
    notices,
    host,
    contents,
    locale: switches.of(1).locale,
    close: async () => {
      host.close()
      await folder.close()
    },
  }
}

/** A folder that has every file. */
const saved = async () => {
  const path = await temporaryFolder()
  await saveInSimulator(path)
  const folder = await DataFolder.open(path, expect.unreachable)
  const store = folder.store(APP.id)
  const { ownerId } = JSON.parse(await readText(join(path, 'data', APP.id, 'identity.json')))
  await store.save('ai-consents', () => ({ schema: 1, consents: { [ownerId]: ['ai.assistant'] } }))
  await folder.close()
  const whole = await open(path)
  await whole.close()
  expect(whole.notices).toEqual([])
  return { path, ownerId, whole: whole.contents }
}

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()

describe('a file of the data folder that cannot be used', () => {
  it('is any of these', async () => {
    const { path } = await saved()
    expect(await filesIn(join(path, 'data'))).toEqual(Object.keys(FILES).sort())
  })

  const cases = Object.entries(FILES).flatMap(([file, expected]) =>
    Object.entries(WAYS).map(([name, way]) => ({ file, name, ...expected, ...way })),
  )
  it.each(cases)('$file, $name: the others stay visible, and it is set aside and named', async (one) => {
    const { path, ownerId, whole } = await saved()
    const file = join(path, 'data', one.file)
    await one.damage(file)
    const damaged = await contentOf(file)
    const opened = await open(path, one.denied === true ? file : null)
    expect(opened.contents).toEqual({ ...whole, ...one.without(whole) })
    expect(opened.locale).toBe(one.file === 'switches.json' ? DEFAULT_SWITCHES.locale : 'fr')
    const asides = join(path, 'set-aside', 'data', dirname(one.file))
    const [aside, ...others] = await readdir(asides)
    expect(others).toEqual([])
    expect(aside).toMatch(new RegExp(`^${basename(file)}\\.${one.why}-\\d{4}-`))
    const kept = join(asides, aside ?? '')
    expect(await contentOf(kept)).toBe(damaged)
    const remedy = one.why === 'newer' ? ' Update miniapp to use it.' : ''
    expect(opened.notices).toEqual([
      `${file} ${one.words} It was set aside as ${kept}. ${one.says.replace('OWNER', ownerId)}${remedy}`,
    ])
    // What is saved from now on is there again, beside what was set aside.
    await opened.host.edit({ edit: 'set-nickname', seat: 1, nickname: 'Again' })
    await opened.close()
    const again = await open(path)
    expect(again.notices).toEqual([])
    expect(again.contents.nicknames).toMatchObject({ [ownerId]: 'Again' })
    await again.close()
    // Nor do an import and a reset remove it.
    const folder = await DataFolder.open(path, expect.unreachable)
    await folder.replace(APP.id, new Map([['nicknames', { schema: 1, nicknames: {} }]]), async () => {})
    await folder.erase()
    for (let time = 0; time < 2; time++) await folder.startFresh()
    await folder.close()
    expect(await contentOf(kept)).toBe(damaged)
  })

  it('and that version 0.1.0 set aside where it was, stays at an import and a reset', async () => {
    const { path } = await saved()
    const name = `data/${APP.id}/seat-1/storage.json.damaged-2026-01-02T00-00-00.000Z`
    await writeFile(join(path, name), '{')
    const folder = await DataFolder.open(path, expect.unreachable)
    await folder.replace(APP.id, new Map(), async () => {})
    await folder.erase()
    await folder.close()
    expect(await readText(join(path, 'set-aside', name))).toBe('{')
  })

  it('and that could not be set aside, is not lost at an import or a reset: they are refused', async () => {
    const { path } = await saved()
    const file = join(path, 'data', APP.id, 'nicknames.json')
    await writeFile(file, '{')
    // A file in the place of the folder: nothing can be set aside, for any user on any system.
    await writeFile(join(path, 'set-aside'), '')
    const notices: string[] = []
    const folder = await DataFolder.open(path, (notice) => notices.push(notice))
    await hostRig(folder.store(APP.id))
    expect(notices).toEqual([`${file} is damaged. It stays where it is. Nobody has a nickname.`])
    const why = `${file} cannot be used, and could not be set aside.`
    await expect(folder.replace(APP.id, new Map(), async () => {})).rejects.toThrow(why)
    await expect(folder.erase()).rejects.toThrow(why)
    await folder.close()
    expect(await readText(file)).toBe('{')
  })
})

describe('the id of the person in the first seat', () => {
  it('is a new one where no other file has it, and the notice says so', async () => {
    const path = await temporaryFolder()
    const folder = join(path, 'data', APP.id)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'identity.json'), '')
    const { notices, close } = await open(path)
    await close()
    expect(notices).toEqual([
      expect.stringMatching(/identity\.json is damaged\. .* Seat 1 has a new person\./),
    ])
  })

  it('is a new one where two people have as much', async () => {
    const path = await temporaryFolder()
    const folder = join(path, 'data', APP.id)
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, 'nicknames.json'),
      JSON.stringify({ schema: 1, nicknames: { u_a: 'Ada', u_b: 'Ben' } }),
    )
    const { contents, notices, close } = await open(path)
    await close()
    expect(['u_a', 'u_b']).not.toContain(contents.ownerId)
    expect(contents.nicknames).toEqual({ u_a: 'Ada', u_b: 'Ben' })
    expect(notices).toEqual([])
  })
})

it('a file that cannot be set aside stays, and nothing is saved over it', async () => {
  const { path, whole } = await saved()
  const file = join(path, 'data', APP.id, 'nicknames.json')
  const notices: string[] = []
  const folder = await DataFolder.open(path, (notice) => notices.push(notice))
  folder.lose()
  await writeFile(file, '{')
  const { host } = await hostRig(folder.store(APP.id))
  expect(writeAppData(APP.id, NOW, await host.contents())).toEqual({ ...whole, nicknames: {} })
  host.close()
  await folder.close()
  expect(await readText(file)).toBe('{')
  expect(notices.at(-1)).toBe(`${file} is damaged. It stays where it is. Nobody has a nickname.`)
})

const NEWER = async (path: string): Promise<void> =>
  writeFile(path, JSON.stringify({ ...JSON.parse(await readText(path)), schema: 2 }))

describe('a snapshot that cannot be used', () => {
  const WORDS: Readonly<Record<string, RegExp>> = {
    cut: /broken\.json is not JSON/,
    empty: /broken\.json is not JSON/,
    garbled: /broken\.json is not JSON/,
    'other JSON': /The data cannot be imported: schema: /,
    'a folder': /Cannot read .*broken\.json: it is a folder/,
    'in a newer format': /a newer version of miniapp wrote this/,
  }
  it.each(Object.entries({ ...DAMAGES, 'in a newer format': NEWER }))(
    '%s: it stays, is named, and neither the data nor another snapshot change',
    async (name, damage) => {
      const { simulator, dataFolder } = await simulatorRig()
      const saved = simulator.data
      await saved.takeSnapshot('whole')
      await saved.takeSnapshot('broken')
      const before = await saved.export()
      const path = join(dataFolder, 'snapshots', APP.id, 'broken.json')
      await damage(path)
      const damaged = await contentOf(path)
      expect((await saved.snapshots.list()).map((one) => one.name).sort()).toEqual(['broken', 'whole'])
      await expect(saved.returnToSnapshot('broken')).rejects.toThrow(WORDS[name])
      expect(await contentOf(path)).toBe(damaged)
      expect({ ...(await saved.export()), savedAt: '' }).toEqual({ ...before, savedAt: '' })
      await saved.returnToSnapshot('whole')
    },
  )
})

describe('the lock of a folder whose files are not a lock', () => {
  it.each(Object.entries(DAMAGES))('the file of the owner is %s', async (_name, damage) => {
    const path = await temporaryFolder()
    await writeFile(join(path, 'simulator.owner'), '[1,"host",""]')
    await damage(join(path, 'simulator.owner'))
    const folder = await DataFolder.open(path, expect.unreachable)
    await folder.announce('http://localhost:1/')
    await expect(DataFolder.open(path, expect.unreachable)).rejects.toThrow('http://localhost:1/')
    await folder.close()
    expect((await readdir(path)).filter((one) => !one.includes('.owner.unreadable-'))).toEqual([])
  })

  it('a stale lock is a file, or holds one', async () => {
    for (const inside of [false, true]) {
      const path = await temporaryFolder()
      const lock = join(path, 'simulator.lock')
      if (inside) await mkdir(lock)
      await writeFile(inside ? join(lock, 'x') : lock, '')
      await utimes(lock, 1, 1)
      const folder = await DataFolder.open(path, expect.unreachable)
      await folder.close()
      expect(await readdir(path)).toEqual([expect.stringMatching(/^simulator\.lock\.damaged-/)])
    }
  })
})
