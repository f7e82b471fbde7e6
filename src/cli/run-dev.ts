import { hostname } from 'node:os'
import { TortureReport } from '../host/trouble/torture-report.js'
import { lanAddresses } from '../local-server/lan-addresses.js'
import type { Simulator } from '../simulator/server/simulator.js'
import { startSimulator } from '../simulator/server/start.js'
import { safeLine, safeText } from '../terminal/safe-text.js'
import type { CommandContext } from './context.js'
import { problemTeller } from './dev-problems.js'

export interface DevOptions {
  readonly port: number
  readonly host: string
  readonly open: boolean
  readonly fresh?: boolean
  readonly data?: string
  /** The seed of random trouble. */
  readonly torture?: number
  readonly format: 'text' | 'json'
}

/**
 * Runs the simulator until it is interrupted.
 * @throws {Failure} when there is no app at the path, the saved data are in use, or no port can be had
 */
export const runDev = async (path: string, options: DevOptions, context: CommandContext): Promise<void> => {
  const { cwd, note, interrupted } = context
  const json = options.format === 'json'
  const printLine = (value: unknown): void => context.out(`${JSON.stringify(value)}\n`)
  const torture = new TortureReport()
  const { simulator, served, stop } = await startSimulator({
    path,
    cwd,
    port: options.port,
    host: options.host,
    hostNames: hostNames(options.host),
    data: options.data ?? null,
    fresh: options.fresh === true,
    onEntry: (entry) => {
      torture.add(entry)
      if (json) printLine(entry)
    },
    onProblems: json ? () => {} : problemTeller(context),
    onNotice: (message) => note(safeLine(message)),
    onDefect: (error) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      note(`The simulator failed and goes on. Please report this:\n${safeText(text)}`)
    },
  })
  try {
    if (options.torture !== undefined) simulator.trouble.torture(options.torture)
    const url = `http://${urlHost(options.host)}:${served.port}/`
    if (json) printLine({ event: 'ready', url, control: `${url}control/`, token: served.token })
    else tellReady(simulator, url, served.moved ? options.port : null, options.host, context)
    if (options.open && !(await context.openBrowser(url)) && !json)
      note('  No browser was opened: open the address in one.')
    await untilAborted(interrupted)
  } finally {
    await stop()
  }
  if (options.torture !== undefined) tellTorture(options.torture, torture, context)
}

/** What the app did not get over, once the torture is over. */
const tellTorture = (seed: number, { ordered, unhandled }: TortureReport, context: CommandContext): void => {
  const { note, noteStyles: styles } = context
  const calls = `${ordered} ${ordered === 1 ? 'call was' : 'calls were'} troubled (seed ${seed})`
  note(`\n${calls}; ${unhandled.length === 0 ? 'the app got over all of it.' : 'the app did not get over:'}`)
  for (const { report, after } of unhandled) {
    const place =
      report.file === null ? '' : `${report.file}${report.line === null ? '' : `:${report.line}`} `
    note(
      `  ${styles.red(safeLine(place + report.message))}${after === null ? '' : styles.dim(`, after ${after}`)}`,
    )
  }
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolved) => {
    if (signal.aborted) resolved()
    else signal.addEventListener('abort', () => resolved(), { once: true })
  })

const tellReady = (
  simulator: Simulator,
  url: string,
  takenPort: number | null,
  host: string,
  { out, note, outStyles: styles }: CommandContext,
): void => {
  const { facts } = simulator.live.state
  const title =
    facts === null
      ? 'manifest.json cannot be read yet'
      : `${safeLine(facts.app.name)} ${styles.dim(facts.app.version)}`
  if (takenPort !== null) note(`Port ${takenPort} is in use, so this is the next free one.`)
  if (!isLoopback(host)) note('Everyone on this network can open it, saved data included.')
  const addresses = [
    url,
    ...(isAny(host) ? lanAddresses() : []).map((address) => url.replace('localhost', address)),
  ]
  out(`\n  ${styles.bold(title)}\n`)
  for (const address of addresses) out(`  ${styles.cyan(address)}\n`)
  out(`\n  ${styles.dim('Saved files load at once. Ctrl-C stops.')}\n\n`)
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** The host in the address that is printed: what a browser on this machine reaches. */
const urlHost = (host: string): string => {
  if (isLoopback(host) || isAny(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The names by which browsers may know this machine, beside the loopback ones. */
const hostNames = (host: string): string[] => {
  if (isLoopback(host)) return []
  const own = isAny(host) ? [...lanAddresses(), hostname(), `${hostname()}.local`] : [urlHost(host)]
  return own.map((name) => name.toLowerCase())
}
