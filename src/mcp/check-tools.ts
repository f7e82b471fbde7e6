import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { openBundle } from '../bundle/open.js'
import { jsonReport } from '../check/report/json.js'
import { check } from '../check/run.js'
import { topicMarkdown, topicsMarkdown } from '../docs/markdown.js'
import { searchTopics, topicsNamed } from '../docs/search.js'
import type { Reference } from '../docs/topic.js'
import { removeFolder } from '../durable/folders.js'
import { MAX_SEATS } from '../host/control/switches.js'
import { playtest } from '../playtest/playtest.js'
import { DEFAULT_SCENARIOS, SCENARIO_NAMES } from '../playtest/scenarios.js'
import type { AppSessionOptions } from './app-session.js'
import { type AddTool, type Content, image, json, text } from './tool.js'

export interface CheckSources extends Omit<AppSessionOptions, 'startSimulator'> {
  /** How many scenarios `test` plays in parallel. */
  readonly jobs: number
  readonly readReference: () => Promise<Reference>
  /** The rules that `package.json` allows. */
  readonly allowed: () => Promise<readonly string[]>
}

/** What judges the app: `check`, `test`, and the reference. */
export const addChecks = (ask: AddTool, sources: CheckSources): void => {
  const { path, cwd } = sources
  ask(
    'check',
    'Check the app against every rule of the platform: whether the service would accept it, and whether it runs. Returns the document of `miniapp check --format json`.',
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
      seats: z
        .int()
        .min(1)
        .max(MAX_SEATS)
        .optional()
        .describe('how many people play together; default: 2 where the app uses multiplayer'),
    },
    async ({ scenarios, seconds, seed, seats }) => {
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
          ...(seats === undefined ? {} : { seats }),
          jobs: sources.jobs,
          original: null,
          firstOnly: false,
          pictures,
          screenshots: pictures,
          pixelRatio: 1,
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
