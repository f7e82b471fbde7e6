import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest'
import { readExamples } from '../../src/build/reference.mjs'
import type { ExampleName } from '../../src/docs/examples.js'
import type { PickedFile } from '../../src/host/picking/picked-file.js'
import { BinaryAnswer } from '../../src/host/session/binary-answer.js'
import { ExampleCanvas, type ExamplePage, type ExamplePageOptions, openExamplePage } from './example-page.js'

/** What happens while an example runs, and what it does: all of its calls, and all that it shows. */
interface Scenario {
  readonly page?: ExamplePageOptions
  /** Before the example runs. */
  readonly given?: (page: ExamplePage) => unknown
  /** What the person chooses on the sheets, in this order. */
  readonly choices?: readonly unknown[]
  /** While the example still runs. */
  readonly meanwhile?: (page: ExamplePage) => unknown
  /** How often the button is tapped. */
  readonly taps?: number
  /** What happens after it ran and the button was tapped. */
  readonly afterwards?: (page: ExamplePage) => unknown
  readonly calls: readonly string[]
  readonly shown: readonly string[]
}

/** What an example writes to the console. */
let posts: MockInstance<(...written: unknown[]) => void> | undefined

const NICKNAME = { nickname: 'Amber Badger' }
const SHARED = null

const PICKED: PickedFile = {
  size: 3,
  asPicture: async () => ({
    image: new BinaryAnswer('image/png', new Uint8Array(3)),
    type: 'image/png',
    width: 640,
    height: 480,
  }),
  asVideo: async () => ({
    video: new BinaryAnswer('video/mp4', new Uint8Array(3)),
    type: 'video/mp4',
    duration: 12,
    width: 640,
    height: 480,
  }),
}

/** AI works only in the phone app. */
const onPhone = ({ rig }: ExamplePage): Promise<void> => rig.set({ platform: 'android' })

/** Another player in the app, on the same host. */
const another = (page: ExamplePage): Promise<ExamplePage> => openExamplePage({ rig: page.rig, seat: 2 })

/** Another player hosts a public match. */
const hostElsewhere = async (page: ExamplePage): Promise<ExamplePage> => {
  const other = await another(page)
  other.page.person.choices.push({ nickname: 'Brave Crane' })
  await other.run(
    'button.onclick = () => Service.multiplayer.host({ max_players: 4, public: true, meta: { level: 2 } })',
  )
  await other.tap()
  return other
}

/** This player joins the match of another one, who then does something. */
const inMatch = async (page: ExamplePage, event: (other: ExamplePage) => unknown): Promise<void> => {
  const other = await hostElsewhere(page)
  const { onclick } = page.button
  page.page.person.choices.push(NICKNAME)
  await page.run(
    'button.onclick = async () => Service.multiplayer.join({ match: (await Service.multiplayer.list())[0].id })',
  )
  await page.tap()
  page.button.onclick = onclick
  await event(other)
  await page.settle()
}

const buy = async (page: ExamplePage, product: string): Promise<void> => {
  page.page.person.choices.push('pay')
  await page.run(`button.onclick = () => Service.pay({ product: '${product}' })`)
  await page.tap()
}

/** Every example, with what it does. A new one does not compile without its scenario. */
const SCENARIOS = {
  ready: { calls: ['ready'], shown: ['Tap to start'] },
  getContext: {
    calls: ['getContext'],
    shown: [expect.stringMatching(/^Player \S+ plays in en, in the light theme$/)],
  },
  capability: { calls: ['getContext'], shown: [] },
  supports: {
    calls: ['getContext'],
    shown: [],
    afterwards: ({ button }) => expect(button.hidden).toBe(false),
  },
  on: {
    afterwards: ({ rig }) => rig.set({ visible: false }).then(() => rig.set({ visible: true })),
    calls: [],
    shown: ['Paused', 'Welcome back'],
  },
  off: {
    afterwards: async (page) => {
      await page.rig.set({ theme: 'dark' })
      await page.settle()
      await page.tap()
      await page.rig.set({ theme: 'light' })
    },
    calls: [],
    shown: ['The theme is dark now'],
  },
  close: { taps: 1, calls: ['close'], shown: [] },
  'storage.get': { calls: ['storage.get'], shown: ['Best score: 0'] },
  'storage.set': {
    afterwards: (page) => page.run("show(await Service.storage.get('settings'))"),
    calls: ['storage.set', 'storage.get'],
    shown: ['{"sound":true,"level":3}'],
  },
  'storage.remove': { taps: 1, calls: ['storage.remove'], shown: ['New game'] },
  'storage.keys': {
    given: (page) => page.run("await Service.storage.set('level.1', 'done')"),
    calls: ['storage.set', 'storage.keys'],
    shown: ['1 levels saved'],
  },
  pay: { choices: ['pay'], taps: 1, calls: ['pay'], shown: ['Thank you! Here are your coins.'] },
  getPurchases: {
    given: (page) => buy(page, 'hat'),
    calls: ['pay', 'getPurchases'],
    shown: ['You are wearing your hat.'],
  },
  consume: {
    given: (page) => buy(page, 'coins'),
    calls: ['pay', 'getPurchases', 'consume'],
    shown: [],
  },
  share: { choices: [SHARED], taps: 1, calls: ['share'], shown: [] },
  pickImage: {
    choices: [PICKED],
    taps: 1,
    afterwards: ({ picture }) => expect(picture.src).toMatch(/^blob:/),
    calls: ['pickImage'],
    shown: ['640 × 480 pixels'],
  },
  pickVideo: { choices: [PICKED], taps: 1, calls: ['pickVideo'], shown: ['12 seconds'] },
  getNickname: {
    choices: [NICKNAME],
    taps: 1,
    afterwards: async ({ page }) => {
      page.person.choices.push({ nickname: 'Calm Deer' })
      await page.session.changeNickname()
    },
    calls: ['getNickname', 'getNickname'],
    shown: ['Hello stranger', 'Hello Amber Badger', 'Hello Calm Deer'],
  },
  'db.set': { calls: ['db.set'], shown: ['You are on the list.'] },
  'db.get': { calls: ['db.get'], shown: ['No score yet'] },
  'db.list': {
    given: (page) => page.run("await Service.db.set('best', '7', { rank: 7 })"),
    calls: ['db.set', 'db.list'],
    shown: ['Somebody'],
  },
  'db.remove': { taps: 1, calls: ['db.remove'], shown: ['Your score is gone.'] },
  'db.usage': { calls: ['db.usage'], shown: ['0% full'] },
  'multiplayer.host': {
    choices: [NICKNAME],
    taps: 1,
    calls: ['mp.host'],
    shown: [expect.stringMatching(/^Code: \w{6}$/)],
  },
  'multiplayer.join': {
    given: hostElsewhere,
    choices: [NICKNAME],
    taps: 1,
    calls: ['mp.list', 'mp.join'],
    shown: ['2 players'],
  },
  'multiplayer.list': { given: hostElsewhere, calls: ['mp.list'], shown: ['Level 2: 1 of 4 players'] },
  'multiplayer.send': { taps: 1, calls: ['mp.send NOT_IN_MATCH'], shown: ['The match is over.'] },
  'multiplayer.leave': { calls: ['mp.leave'], shown: ['You left the match.'] },
  'multiplayer.on': {
    afterwards: (page) =>
      inMatch(page, async (other) => {
        await other.run('await Service.multiplayer.send([1, 2])')
        await other.run('await Service.multiplayer.leave()')
      }),
    calls: ['mp.list', 'mp.join'],
    shown: ['[1,2]', 'Brave Crane left', 'Amber Badger is host'],
  },
  'multiplayer.off': {
    afterwards: (page) =>
      inMatch(page, async (other) => {
        await other.run('await Service.multiplayer.send(1)')
        await page.settle()
        await page.tap()
        await other.run('await Service.multiplayer.send(2)')
      }),
    calls: ['mp.list', 'mp.join'],
    shown: ['A message'],
  },
  'ai.image.generate': {
    given: onPhone,
    choices: ['allow'],
    taps: 1,
    afterwards: ({ picture }) => expect(picture.src).toMatch(/^blob:/),
    calls: ['ai.image.generate'],
    shown: ['loading', 'making'],
  },
  'ai.audio.generate': {
    given: onPhone,
    choices: ['allow'],
    taps: 1,
    calls: ['ai.audio.generate'],
    shown: ['3 seconds of rain'],
  },
  'ai.ask': { given: onPhone, choices: ['allow'], calls: ['ai.ask'], shown: ['{"answer":"Yes."}'] },
  'ai.cancel': {
    given: onPhone,
    choices: ['allow'],
    meanwhile: (page) => page.tap(),
    calls: ['ai.ask', 'ai.cancel'],
    shown: ['cancelled'],
  },
  'first-screen': {
    afterwards: ({ rig }) => rig.set({ theme: 'dark' }),
    calls: ['ready', 'getContext'],
    shown: ['Tap to start'],
  },
  'saved-game': {
    taps: 3,
    afterwards: async (page) => {
      await page.wait(2000)
      await page.tap()
      await page.rig.set({ visible: false })
      await page.settle()
      // Nothing is left to save.
      await page.wait(10_000)
      await page.run("show(await Service.storage.get('game'))")
    },
    calls: ['storage.get', 'storage.set', 'storage.set', 'storage.get'],
    shown: ['Level 2', 'Level 3', 'Level 4', 'Level 5', '{"level":5}'],
  },
  shop: {
    // A payment that a crash left undelivered, then one in this run.
    given: (page) => buy(page, 'coins'),
    choices: ['pay'],
    taps: 1,
    calls: [
      'pay',
      'storage.get',
      'getPurchases',
      'storage.set',
      'consume',
      'pay',
      'getPurchases',
      'storage.set',
      'consume',
    ],
    shown: ['10 coins', '20 coins'],
  },
  'share-canvas': {
    choices: [SHARED],
    taps: 1,
    afterwards: ({ canvas }) =>
      expect([canvas.width, canvas.height, canvas.drawn]).toEqual([
        720,
        1280,
        ['fillRect 0 0 720 1280', 'fillText 1200 points 60 640'],
      ]),
    calls: ['getContext', 'share'],
    shown: [],
  },
  'pick-photo': {
    choices: [PICKED],
    taps: 1,
    afterwards: ({ canvas }) => expect([canvas.width, canvas.drawn]).toEqual([640, ['drawImage 0 0']]),
    calls: ['getContext', 'pickImage'],
    shown: ['What a photo!'],
  },
  ranking: {
    choices: [NICKNAME],
    taps: 2,
    calls: ['getNickname', 'db.get', 'db.set', 'db.list', 'getNickname', 'db.get', 'db.list'],
    shown: ['Amber Badger: 1200'],
  },
  match: {
    choices: [NICKNAME],
    taps: 1,
    afterwards: async (page) => {
      const { match } = await readExamples()
      const other = await another(page)
      other.page.person.choices.push({ nickname: 'Brave Crane' })
      await other.run(match ?? '')
      await other.tap()
      await other.tap()
      await page.settle()
      await page.rig.set({ multiplayer: 'off' })
      expect(other.calls()).toEqual(['mp.list', 'mp.join', 'mp.send'])
    },
    calls: ['mp.list', 'mp.host'],
    shown: ['Brave Crane joined', '7', 'The match is over: unavailable'],
  },
  'compare-states': {
    given: () => {
      posts = vi.spyOn(console, 'debug').mockImplementation(() => {})
    },
    choices: [NICKNAME],
    taps: 1,
    afterwards: (page) => {
      page.button.onclick?.()
      expect(posts?.mock.calls).toEqual([['miniapp:state 1 7'], ['miniapp:state 2 224']])
      posts?.mockRestore()
    },
    calls: ['mp.host', 'mp.send', 'mp.send'],
    shown: ['Turn 1', 'Turn 2'],
  },
  'ai-with-fallback': {
    given: onPhone,
    choices: ['allow'],
    taps: 1,
    afterwards: async (page) => {
      await page.rig.set({ aiAnswer: 'blocked' })
      await page.tap()
      expect(page.canvas.drawn).toEqual(['fillRect 20 20 100 60'])
    },
    calls: ['getContext', 'ai.image.generate', 'ai.image.generate'],
    shown: ['loading', 'making', 'A boat by AI', 'A boat of my own'],
  },
  'errors/no-host': { page: { hosted: false }, calls: [], shown: ['Run this with miniapp dev'] },
  'errors/try-again': {
    given: ({ rig }) => rig.set({ platform: 'ios', network: { offline: true } }),
    afterwards: async (page) => {
      await page.rig.set({ network: { offline: false } })
      await page.wait(30_000)
    },
    calls: ['storage.get OFFLINE', 'storage.get'],
    shown: ['Playing without your best score', 'Best: 0'],
  },
  'errors/invalid': {
    calls: ['storage.set INVALID', 'storage.set'],
    shown: ['INVALID: Bad parameters for `storage.set`: `value` must be a string.'],
  },
  'errors/invalid-key': { calls: ['storage.set'], shown: ['level.My_level_'] },
  'errors/value-too-long': { calls: ['storage.set', 'storage.set'], shown: ['2 parts'] },
  'errors/storage-full': {
    given: async ({ page, rig }) => {
      await page.call('storage.set', { key: 'game.1', value: '{}' })
      await rig.host.triggerMoment(1, 'fill-storage')
    },
    calls: ['storage.set STORAGE_FULL', 'storage.keys', 'storage.remove', 'storage.set'],
    shown: ['Saved'],
  },
  'errors/needs-tap': { choices: ['pay'], taps: 1, calls: ['getPurchases', 'pay'], shown: ['paid'] },
  'errors/busy': {
    afterwards: async (page) => {
      // Another sheet is open.
      const first = page.page.call('share', { text: 'First' })
      await page.tap()
      page.page.person.choose(null)
      await first
    },
    calls: ['share BUSY'],
    shown: ['Close the other sheet first.'],
  },
  'errors/store-full': { calls: ['db.set'], shown: [] },
  'errors/join': {
    taps: 1,
    choices: [NICKNAME],
    calls: ['mp.join NO_SUCH_MATCH'],
    shown: ['No match has this code.'],
  },
  'errors/image-too-large': {
    given: ({ canvas }) => canvas.fillWithNoise(),
    choices: [SHARED],
    taps: 1,
    calls: ['share IMAGE_TOO_LARGE', 'share'],
    shown: [],
  },
  'errors/session-over': {
    given: ({ rig }) => rig.clock.advance(13 * 3_600_000),
    calls: ['storage.set LAUNCH_INVALID'],
    shown: ['Please close this app and open it again.'],
  },
  'errors/not-declared': {
    page: { declaresAi: false },
    taps: 1,
    calls: ['ai.audio.generate NOT_DECLARED'],
    shown: ['NOT_DECLARED'],
  },
} satisfies Record<ExampleName, Scenario> as Record<ExampleName, Scenario>

const examples = await readExamples()

describe('the examples of the reference', () => {
  beforeAll(() => {
    vi.stubGlobal('HTMLCanvasElement', ExampleCanvas)
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })

  it('are all that the files have, and each of them runs below', () => {
    expect(Object.keys(examples).sort()).toEqual(Object.keys(SCENARIOS).sort())
  })

  it.each(Object.entries(examples))('%s fits on a terminal', (_name, code) => {
    expect(code.split('\n').filter((line) => line.length > 76)).toEqual([])
  })

  it.each(Object.entries(SCENARIOS))('%s runs', async (name, scenario) => {
    const { given, choices = [], meanwhile, taps = 0, afterwards, calls, shown } = scenario
    const page = await openExamplePage(scenario.page)
    await given?.(page)
    page.page.person.choices.push(...choices)
    const running = page.run(examples[name] ?? '')
    await meanwhile?.(page)
    await running
    for (let tap = 0; tap < taps; tap += 1) await page.tap()
    await afterwards?.(page)
    await page.settle()
    expect({ calls: page.calls(), shown: page.shown }).toEqual({ calls, shown })
  })
  // Each way to stop between a payment and its coins, and the start after it.
  it.each(['getPurchases', 'storage.set', 'consume'] as const)(
    'shop credits a payment once where %s is the last call before a crash',
    async (method) => {
      const crashed = await openExamplePage()
      crashed.page.person.choices.push('pay')
      await crashed.run(examples['shop'] ?? '')
      crashed.rig.faults.add({
        seat: null,
        method,
        times: 'next',
        fault: { what: 'error', code: 'TIMEOUT' },
      })
      await crashed.tap()
      expect(crashed.shown).toEqual(['0 coins', 'TIMEOUT'])
      for (const starts of [1, 2]) {
        const again = await openExamplePage({ rig: crashed.rig })
        await again.run(examples['shop'] ?? '')
        expect([starts, again.shown]).toEqual([starts, ['10 coins']])
      }
    },
  )
})
