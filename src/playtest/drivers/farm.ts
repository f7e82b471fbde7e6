import * as z from 'zod'
import type { Engine } from '../../browser/engines.js'
import { Failure } from '../../failure.js'

/** Browsers that run elsewhere, and how they are driven. */
export interface Farm {
  /** As people read it: without a password or a query, which may hold a key. */
  readonly name: string
  readonly url: string
  readonly kind: 'playwright' | 'cdp' | 'webdriver'
  /** The browsers that a grid has, in lower case; empty where it does not say. */
  readonly browsers: readonly string[]
  /** Whether its browsers reach what only listens on this machine. */
  readonly reachesThisMachine: boolean
}

/**
 * What is at an address: a Playwright server, a browser's DevTools, or a WebDriver server such as a Selenium grid.
 * @throws {Failure} `usage` if it is none of these; `network` if nothing answers
 */
export const findFarm = async (named: string): Promise<Farm> => {
  const url = URL.canParse(named) ? new URL(named) : null
  if (url === null || !/^(?:ws|http)s?:$/.test(url.protocol))
    throw new Failure('usage', `--connect ${named} is not the URL of a browser server.`, KINDS)
  const name = `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`
  const isOwn = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  const farm = { name, url: named, browsers: [], reachesThisMachine: isOwn }
  if (url.protocol.startsWith('ws')) {
    if (url.pathname.includes('/devtools/')) return { ...farm, kind: 'cdp' }
    // A Playwright server lets its browsers reach this machine through the connection.
    return { ...farm, kind: 'playwright', reachesThisMachine: true }
  }
  const base = named.replace(/\/$/, '')
  const devTools = await answerOf(`${base}/json/version`, name)
  if (DEV_TOOLS.safeParse(devTools).success) return { ...farm, kind: 'cdp' }
  if (typeof devTools === 'string' && devTools.startsWith('Host header'))
    throw new Failure(
      'usage',
      `The DevTools at ${name} answer to IP addresses only.`,
      'Give the IP address of that machine.',
    )
  const status = STATUS.safeParse(await answerOf(`${base}/status`, name)).data
  if (status !== undefined) {
    const slots = status.value.nodes?.flatMap((node) => node.slots) ?? []
    const browsers = [...new Set(slots.map(({ stereotype }) => stereotype.browserName.toLowerCase()))]
    return { ...farm, kind: 'webdriver', url: base, browsers }
  }
  throw new Failure('usage', `${name} has no browsers that miniapp can drive.`, KINDS)
}

/** What can be connected to, for people. */
export const KINDS =
  'Give a Playwright server (ws://host:3000/), DevTools (http://host:9222), or a WebDriver server such as a Selenium grid (http://host:4444).'

const DEV_TOOLS = z.object({ webSocketDebuggerUrl: z.string() })

const STATUS = z.object({
  value: z.object({
    ready: z.boolean(),
    nodes: z
      .array(z.object({ slots: z.array(z.object({ stereotype: z.object({ browserName: z.string() }) })) }))
      .optional(),
  }),
})

/** The JSON that an address answers with, or its text; null for another status. */
const answerOf = async (url: string, name: string): Promise<unknown> => {
  const { username, password } = new URL(url)
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  const text = await fetch(plain, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(username === ''
      ? {}
      : {
          headers: {
            Authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
          },
        }),
  })
    .then((response) => response.text())
    .catch((error: unknown) => {
      throw unreachable(name, error)
    })
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const ANSWER_WITHIN_MS = 15_000

/** For what does not answer. */
export const unreachable = (name: string, error: unknown): Failure =>
  new Failure(
    'network',
    `Cannot connect to ${name}.`,
    'Check the URL, and that the browsers there are running.',
    error,
  )

/** @throws {Failure} `usage` if a farm does not have a browser, drives it in another way, or cannot reach the simulator */
export const requireInFarm = ({ name, kind, browsers, reachesThisMachine }: Farm, engine: Engine): void => {
  const isWebDriver = kind === 'webdriver'
  if (isWebDriver !== (engine !== 'chromium'))
    throw new Failure(
      'usage',
      isWebDriver
        ? `${name} is a WebDriver server, which miniapp uses for Firefox and WebKit, not Chromium.`
        : `${name} ${kind === 'cdp' ? 'has the DevTools of Chromium' : 'is a Playwright server'}, which miniapp uses for Chromium only.`,
      isWebDriver
        ? 'Add --browser firefox or --browser webkit, or connect to a Playwright server or to DevTools.'
        : 'Leave --browser out, or connect to a WebDriver server such as a Selenium grid.',
    )
  if (browsers.length > 0 && !browsers.some((browser) => NAMES[engine].includes(browser)))
    throw new Failure(
      'usage',
      `The grid at ${name} has no browser for ${engine}. It has ${browsers.join(', ')}.`,
      'Choose another with --browser, or add one to the grid.',
    )
  if (!reachesThisMachine)
    throw new Failure(
      'usage',
      `The browsers at ${name} run on another machine, and the simulator accepts connections from this machine only.`,
      'Run a Playwright server there, whose browsers reach this machine through the connection, or run miniapp test there.',
    )
}

/** How grids name the browsers of an engine. */
const NAMES: Readonly<Record<Engine, readonly string[]>> = {
  chromium: [],
  firefox: ['firefox'],
  webkit: ['safari', 'minibrowser'],
}
