import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Engine } from '../../browser/engines.js'
import { Failure } from '../../failure.js'
import { driverOf } from './chromium.js'
import type { Driver } from './driver.js'
import { type Farm, KINDS, requireInFarm, unreachable } from './farm.js'

/**
 * Connects to a browser of a farm.
 * @throws {Failure} `network` if it does not answer; `usage` if it is driven in another way
 */
export const connectBrowser = async (farm: Farm, engine: Engine): Promise<Driver> => {
  requireInFarm(farm, engine)
  const driver = await drive(farm, engine)
  return {
    ...driver,
    open: async (view) => {
      const window = await driver.open(view)
      return {
        ...window,
        goto: (url) =>
          window.goto(url).catch((error: unknown) => {
            if (!(error instanceof Error && NOT_REACHED.test(error.message))) throw error
            throw new Failure(
              'network',
              `The browser at ${farm.name} cannot reach the simulator at ${new URL(url).origin}.`,
              farm.kind === 'playwright'
                ? 'Start the server with npx playwright run-server, which lets its browsers reach this machine.'
                : 'Start it where localhost is this machine, such as docker run --network host, or use a Playwright server.',
              error,
            )
          }),
      }
    },
  }
}

/** As Chromium, Firefox and WebKit say that there is no connection. */
const NOT_REACHED =
  /ERR_(?:CONNECTION|ADDRESS|NAME_NOT)|NS_ERROR_(?:CONNECTION|NET|UNKNOWN_HOST)|about:neterror|could not connect/i

const drive = async (farm: Farm, engine: Engine): Promise<Driver> => {
  if (engine === 'firefox') return (await import('./firefox.js')).connectFirefox(farm)
  if (engine === 'webkit') return (await import('./webkit.js')).connectWebKit(farm)
  const { chromium } = await import('playwright-core')
  // Where the server does not start its browser, Playwright leaves the connection open, which would keep this program running.
  const sockets = new Set<Socket>()
  const onSocket = (message: unknown): void => {
    if (typeof message === 'object' && message !== null && 'socket' in message)
      sockets.add(message.socket as Socket)
  }
  subscribe('net.client.socket', onSocket)
  try {
    const browser =
      farm.kind === 'cdp'
        ? await chromium.connectOverCDP(farm.url, { timeout: CONNECT_WITHIN_MS })
        : await chromium.connect(farm.url, { timeout: CONNECT_WITHIN_MS, exposeNetwork: '<loopback>' })
    return driverOf(browser)
  } catch (error) {
    for (const socket of sockets) socket.destroy()
    throw notConnected(farm, error)
  } finally {
    unsubscribe('net.client.socket', onSocket)
  }
}

const CONNECT_WITHIN_MS = 60_000

/** What is wrong where Playwright does not connect. */
const notConnected = ({ name }: Farm, error: unknown): Failure => {
  const text = error instanceof Error ? error.message : String(error)
  const [, version] = /client version: v([\d.]+)/.exec(text) ?? []
  if (version !== undefined)
    return new Failure(
      'usage',
      `The Playwright server at ${name} has another version than miniapp.`,
      `Run this one there: npx playwright@${version} run-server`,
      error,
    )
  if (text.includes("Executable doesn't exist"))
    return new Failure(
      'usage',
      `The Playwright server at ${name} has no Chromium.`,
      'Install it there: npx playwright install chromium',
      error,
    )
  if (/\b(?:400|401|403|404|426|501) \w/.test(text))
    return new Failure(
      'usage',
      `${name} refused the connection: it is not the kind of server that its URL names.`,
      KINDS,
      error,
    )
  return unreachable(name, error)
}
