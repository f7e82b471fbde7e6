import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import { openBundle } from '../bundle/open.js'
import { jsonReport } from '../check/report/json.js'
import { check } from '../check/run.js'
import { topicMarkdown, topicsMarkdown } from '../docs/markdown.js'
import { searchTopics, topicsNamed } from '../docs/search.js'
import type { Reference } from '../docs/topic.js'
import { removeFolder } from '../durable/remove-folder.js'
import { Failure } from '../failure.js'
import { MAX_SEATS } from '../host/control/switches.js'
import { SHEETS } from '../platform/calls/definition.js'
import type { Point, TestWindow } from '../playtest/drivers/driver.js'
import type { InstalledBrowser } from '../playtest/drivers/start.js'
import type { BrowserSystem } from '../playtest/drivers/system.js'
import { pictureOf } from '../playtest/look.js'
import { labelledControls } from '../playtest/page/labelled-controls.js'
import { pageSize } from '../playtest/page/questions.js'
import { seen } from '../playtest/page/seen.js'
import { focusFrame, frameBox } from '../playtest/page/shell-questions.js'
import { playtest } from '../playtest/playtest.js'
import { DEFAULT_SCENARIOS, SCENARIO_NAMES } from '../playtest/scenario-names.js'
import { jsonDocument } from '../terminal/json-text.js'
import type { AppSession } from './app-session.js'

/** What a tool answers with. */
type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: 'image/png' }

export interface ToolSources {
  readonly session: AppSession
  /** The app's folder, its project's, or a zip. */
  readonly path: string
  readonly cwd: string
  readonly browser: () => InstalledBrowser
  readonly system: BrowserSystem
  /** How many scenarios `test` plays in parallel. */
  readonly jobs: number
  readonly readReference: () => Promise<Reference>
  /** The rules that `package.json` allows. */
  readonly allowed: () => Promise<readonly string[]>
  readonly signal: AbortSignal
  /** Turns what a tool throws into its answer. */
  readonly failed: (error: unknown) => string
}

/** Adds every tool to a server. What one throws is its answer, marked as an error. */
export const addTools = (server: McpServer, sources: ToolSources): void => {
  const adder =
    (readOnlyHint: boolean): AddTool =>
    (name, description, input, run) => {
      const schema = z.object(input)
      const annotations = { readOnlyHint, openWorldHint: false }
      server.registerTool(name, { description, inputSchema: schema, annotations }, async (given: unknown) => {
        try {
          return { content: [...(await run(schema.parse(given)))] }
        } catch (error) {
          return { content: [text(sources.failed(error))], isError: true }
        }
      })
    }
  const [ask, act] = [adder(true), adder(false)]
  addChecks(ask, sources)
  addSimulator(ask, act, sources.session)
  addPlay(ask, act, sources.session)
}

type AddTool = <Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  input: Shape,
  run: (given: z.output<z.ZodObject<Shape>>) => Promise<readonly Content[]>,
) => void

const text = (words: string): Content => ({ type: 'text', text: words })
const json = (value: unknown): Content => text(jsonDocument(value))
const image = (png: Uint8Array): Content => ({
  type: 'image',
  data: Buffer.from(png).toString('base64'),
  mimeType: 'image/png',
})

const addChecks = (ask: AddTool, sources: ToolSources): void => {
  const { path, cwd } = sources
  ask(
    'check',
    'Check the app against every rule of the platform: whether the service would accept it, and whether it runs. Answers with the document of `miniapp check --format json`.',
    { strict: z.boolean().default(false).describe('also fail on flags and warnings') },
    async ({ strict }) => {
      const bundle = await openBundle(path, cwd)
      try {
        return [text(jsonReport([await check(bundle, { strict, allow: await sources.allowed() })]))]
      } finally {
        await bundle.close()
      }
    },
  )
  ask(
    'test',
    'Play the app at random in a headless browser, and report what users would hit, with pictures of each scenario. Takes about ten seconds a scenario.',
    {
      scenarios: z
        .array(z.enum(SCENARIO_NAMES))
        .optional()
        .describe(`which to play; default: ${DEFAULT_SCENARIOS.join(', ')}`),
      seconds: z.int().min(0).max(600).default(5).describe('how long to play each'),
      seed: z.int().min(0).default(1),
    },
    async ({ scenarios, seconds, seed }) => {
      const pictures = await mkdtemp(join(tmpdir(), 'miniapp-mcp-'))
      try {
        const result = await playtest({
          path,
          cwd,
          browsers: [sources.browser()],
          system: sources.system,
          seed,
          seconds,
          torture: null,
          strict: false,
          allow: await sources.allowed(),
          ...(scenarios === undefined ? {} : { scenarios }),
          jobs: sources.jobs,
          original: null,
          firstOnly: false,
          pictures,
          screenshots: pictures,
          trace: null,
          signal: sources.signal,
          onScenario: () => {},
          onOriginal: () => {},
        })
        const names = (await readdir(pictures)).filter((name) => name.endsWith('.png')).sort()
        const shown: Content[] = []
        for (const name of names.slice(0, MOST_PICTURES))
          shown.push(text(name), image(await readFile(join(pictures, name))))
        return [json(result), ...shown]
      } finally {
        await removeFolder(pictures)
      }
    },
  )
  ask(
    'docs',
    'Search the offline reference: SDK calls, events, error codes, limits, the manifest, rules, and guides with complete examples. The name of a topic (`pay`, `NEEDS_TAP`, `html/remote-url`) gives all of it; other words list the topics that contain them.',
    { words: z.string().min(1) },
    async ({ words }) => {
      const reference = await sources.readReference()
      const [topic] = topicsNamed(reference, words)
      if (topic !== undefined) return [text(topicMarkdown(topic))]
      const found = searchTopics(reference, words)
      return [text(found.length === 0 ? `No topic contains "${words}".` : topicsMarkdown(found))]
    },
  )
}

const MOST_PICTURES = 12

const seat = z.int().min(1).max(MAX_SEATS).default(1).describe('the person: 1 to 8')

const addSimulator = (ask: AddTool, act: AddTool, session: AppSession): void => {
  act(
    'simulator_start',
    'Start the simulator on the app, with fresh saved data that is deleted afterwards. A saved file reloads the app. Answers with its URL, which a person can open too.',
    {
      seats: z.int().min(1).max(MAX_SEATS).default(1).describe('how many people play'),
    },
    async ({ seats }) => {
      const { url } = await session.start(seats)
      for (let number = 1; number <= seats; number += 1) await session.window(number)
      return [text(`The simulator runs at ${url} with ${seats === 1 ? '1 seat' : `${seats} seats`}.`)]
    },
  )
  act('simulator_stop', 'Stop the simulator and its browser.', {}, async () => [
    text((await session.stop()) ? 'Stopped.' : 'The simulator was not running.'),
  ])
  ask(
    'state',
    'What the simulator knows now: switches, seats, open matches, the clock, faults.',
    {},
    async () => [json(await session.simulator.client.state())],
  )
  ask(
    'calls',
    'The log: each SDK call with its answer and, where it was refused, the reason; events, errors of the app, blocked requests.',
    {
      after: z.int().min(0).default(0).describe('only entries after this number (`seq`)'),
      seat: z.int().min(1).max(MAX_SEATS).optional().describe('only those of this person'),
      limit: z.int().min(1).max(500).default(50).describe('how many of the latest'),
    },
    async ({ after, seat: wanted, limit }) => {
      const entries = (await session.simulator.client.calls({ after })).filter(
        (entry) => wanted === undefined || entry.seat === wanted,
      )
      return [
        text(
          entries
            .slice(-limit)
            .map((entry) => JSON.stringify(entry, readable))
            .join('\n'),
        ),
      ]
    },
  )
  act(
    'set_switches',
    'Change who plays and on what: platform, theme, locale, visible, person, guardian, balance, payments, pickers, share, ai, multiplayer, network, hostVersion, app. `docs` with the words `switches` explains them. Answers with all switches.',
    {
      change: z.record(z.string(), z.unknown()).describe('such as {"platform":"ios","balance":"0"}'),
      seat: z.int().min(1).max(MAX_SEATS).optional().describe('of one person only'),
    },
    async ({ change, seat: of }) => [
      json(await session.simulator.client.setSwitches(change, of === undefined ? {} : { seat: of })),
    ],
  )
  act(
    'answer_sheet',
    'Make the choice on a sheet of the host that is open, or opens within 4 seconds, and answer with what it shows. payment: "pay" or "cancel". nickname: {"nickname":"Ada"} or null. share: {"to":"post","text":"…"} or null. ai: "allow" or "not-now". pick-image and pick-video: null, which closes the sheet.',
    { kind: z.enum(SHEETS), choice: z.unknown(), seat },
    async ({ kind, choice, seat: of }) => [
      // The host judges the choice, and says what is wrong with it.
      json(
        await session.simulator.client.answerSheet(kind, choice as never, {
          seat: of,
          timeoutMs: SHEET_WAIT_MS,
        }),
      ),
    ],
  )
  act(
    'add_seats',
    'Add people, up to eight in all. Answers with their seats.',
    {
      count: z
        .int()
        .min(1)
        .max(MAX_SEATS - 1),
    },
    async ({ count }) => {
      const opened = await session.simulator.client.openSeats(count)
      for (const number of opened) await session.window(number)
      return [json(opened)]
    },
  )
  act(
    'put_everyone_in_a_match',
    'Give every seat a nickname, and bring all into the newest open match.',
    {},
    async () => [json(await session.simulator.client.seatEveryone())],
  )
  act(
    'move_clock',
    'Move the clock forward, so that what is due happens: refunds, payouts, ends of sessions and passes. Answers with what comes next.',
    { advance: z.string().optional().describe('such as 24h; left out, until nothing is due within an hour') },
    async ({ advance }) => {
      const { client } = session.simulator
      if (advance === undefined) await client.advanceUntilQuiet()
      else await client.advance(advance)
      return [json(await client.upcoming())]
    },
  )
}

const SHEET_WAIT_MS = 4_000

const addPlay = (ask: AddTool, act: AddTool, session: AppSession): void => {
  ask(
    'screenshot',
    'A picture of the app as a person sees it, sheets of the host included, with its text and what can be tapped. Positions are CSS pixels of the app.',
    { seat },
    async ({ seat: of }) => {
      const window = await session.window(of)
      const picture = await pictureOf(window)
      if (picture === null) return [text('No app is open in this seat.')]
      const page = await window.askApp(seen, null)
      const controls = (await window.askApp(labelledControls, null)) ?? []
      const size = await window.askApp(pageSize, null)
      return [
        image(picture),
        json({
          size,
          lines: page?.lines ?? [],
          controls: controls.map(({ x, y, label }) => ({ x: Math.round(x), y: Math.round(y), label })),
        }),
      ]
    },
  )
  act(
    'tap',
    'Tap in the app, at a place or on the control whose label contains the words.',
    { x: z.number().optional(), y: z.number().optional(), label: z.string().optional(), seat },
    async ({ x, y, label, seat: of }) => {
      const window = await session.window(of)
      const at = label === undefined ? place(x, y) : await controlWith(window, label)
      await window.press(await inShell(window, at))
      return [text(`Tapped at ${Math.round(at.x)}, ${Math.round(at.y)}.`)]
    },
  )
  act(
    'swipe',
    'Drag a finger over the app.',
    { fromX: z.number(), fromY: z.number(), toX: z.number(), toY: z.number(), seat },
    async ({ fromX, fromY, toX, toY, seat: of }) => {
      const window = await session.window(of)
      await window.drag(
        await inShell(window, { x: fromX, y: fromY }),
        await inShell(window, { x: toX, y: toY }),
      )
      return [text('Done.')]
    },
  )
  act(
    'type',
    'Press keys in the app: a text, or named keys such as ArrowLeft, Enter and Space.',
    { text: z.string().default(''), keys: z.array(z.string()).default([]), seat },
    async ({ text: words, keys, seat: of }) => {
      const window = await session.window(of)
      await window.askShell(focusFrame, null)
      for (const key of [...[...words].map((one) => (one === ' ' ? 'Space' : one)), ...keys])
        await window.key(key)
      return [text('Done.')]
    },
  )
}

const place = (x: number | undefined, y: number | undefined): Point => {
  if (x === undefined || y === undefined)
    throw new Failure('usage', 'Missing place.', 'Give x and y, or label.')
  return { x, y }
}

const controlWith = async (window: TestWindow, label: string): Promise<Point> => {
  const controls = (await window.askApp(labelledControls, null)) ?? []
  const wanted = label.toLowerCase()
  const found =
    controls.find((one) => one.label.toLowerCase() === wanted) ??
    controls.find((one) => one.label.toLowerCase().includes(wanted))
  if (found !== undefined) return found
  const labels = controls.map((one) => JSON.stringify(one.label)).join(', ')
  throw new Failure(
    'usage',
    `Nothing in sight is labelled ${JSON.stringify(label)}.`,
    `Tap one of ${labels}.`,
  )
}

/** A point of the app's page as one of the shell's, in which its frame may be scaled. @throws {Failure} if no app is open */
const inShell = async (window: TestWindow, { x, y }: Point): Promise<Point> => {
  const box = await window.askShell(frameBox, null)
  const size = await window.askApp(pageSize, null)
  if (box === null || size === null)
    throw new Failure('refused', 'No app is open in this seat.', 'Look with screenshot.')
  return { x: box.x + (x / size.width) * box.width, y: box.y + (y / size.height) * box.height }
}

const LONGEST_TEXT = 400

/** Entries without what only a replay needs, and without long texts. */
const readable = (key: string, value: unknown): unknown => {
  if (key === 'action' || key === 'received' || key === 'answered' || key === 'turns') return undefined
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
  return `${value.slice(0, LONGEST_TEXT)}… (${value.length} characters)`
}
