import { randomInt } from 'node:crypto'
import { hostname, networkInterfaces } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { locateBundle } from '../bundle/locate.js'
import { openLocated } from '../bundle/open.js'
import type { CheckResult } from '../check/problem.js'
import { injectedScriptPath } from '../simulator/injected-script.js'
import { DataFolder } from '../simulator/server/data-folder.js'
import { serve } from '../simulator/server/serve.js'
import { Simulator } from '../simulator/server/simulator.js'
import { shellFolder } from '../simulator/shell-page.js'
import { safeLine } from '../terminal/safe-text.js'
import type { CommandContext } from './context.js'

export interface DevOptions {
  readonly port: number
  readonly host: string
  readonly open: boolean
  readonly fresh?: boolean
  readonly data?: string
  readonly format: 'text' | 'json'
}

/**
 * Runs the simulator until it is interrupted.
 * @throws {Failure} when there is no app at the path, the saved data are in use, or no port can be had
 */
export const runDev = async (path: string, options: DevOptions, context: CommandContext): Promise<void> => {
  const { cwd, note, interrupted } = context
  const located = await locateBundle(path, cwd)
  const project = located.kind === 'folder' ? resolve(cwd, path) : dirname(resolve(cwd, path))
  const notice = (message: string): void => note(safeLine(message))
  const json = options.format === 'json'
  const printLine = (value: unknown): void => context.out(`${JSON.stringify(value)}\n`)

  const data = await DataFolder.open(
    options.data === undefined ? join(project, LOCAL_FOLDER) : resolve(cwd, options.data),
    notice,
  )
  const cleanUp: (() => Promise<void>)[] = [() => data.close()]
  const onDefect = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    note(`The simulator failed and goes on. Please report this:\n${text}`)
  }
  try {
    if (options.fresh === true) await data.startFresh()
    const simulator = await Simulator.open({
      source: {
        folder: located.kind === 'folder' ? resolve(cwd, located.path) : null,
        open: () => openLocated(located, cwd),
        // Loaded once the app is there to be looked at: the rules need more than the simulator itself.
        check: async (bundle) => (await import('../check/run.js')).check(bundle),
      },
      data,
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      randomness: { integer: (bound) => randomInt(bound) },
      onEntry: (entry) => {
        if (json) printLine(entry)
      },
      onProblems: (problems) => {
        if (!json) tellProblems(problems, context)
      },
      onDefect,
    })
    // Closing the simulator closes the data folder too.
    cleanUp[0] = () => simulator.close()
    const served = await serve(simulator, {
      port: options.port,
      host: options.host,
      hostNames: hostNames(options.host),
      shellFolder: shellFolder(),
      injectedScript: injectedScriptPath(),
      onDefect,
    })
    cleanUp.unshift(() => served.stop())
    const url = `http://${urlHost(options.host)}:${served.port}/`
    if (json) printLine({ event: 'ready', url, control: `${url}control/`, token: served.token })
    else tellReady(simulator, url, served.moved ? options.port : null, options.host, context)
    const { watchFiles } = await import('../simulator/server/watch-files.js')
    const watcher = watchFiles(resolve(cwd, located.path), located.kind, () => {
      simulator.live.refresh().catch(onDefect)
    })
    cleanUp.unshift(() => watcher.close())
    if (options.open && !(await context.openBrowser(url)) && !json)
      note('  No browser was opened: open the address in one.')
    await untilAborted(interrupted)
  } finally {
    for (const step of cleanUp) await step()
  }
}

/** Where a project's local data live. */
const LOCAL_FOLDER = '.miniapp'

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
  const addresses = [url, ...lanAddresses(host).map((address) => url.replace('localhost', address))]
  out(`\n  ${styles.bold(title)}\n`)
  for (const address of addresses) out(`  ${styles.cyan(address)}\n`)
  out(`\n  ${styles.dim('Saved files load at once. Ctrl-C stops.')}\n\n`)
}

/** One line about what the check found, when that changes anything. */
const tellProblems = (problems: CheckResult, { note, noteStyles: styles }: CommandContext): void => {
  const count = (level: string): number =>
    problems.problems.filter((problem) => problem.level === level).length
  const parts = [
    [count('error'), 'error', styles.red],
    [count('flag'), 'flag', styles.yellow],
    [count('warning'), 'warning', styles.yellow],
  ] as const
  const found = parts.filter(([number]) => number > 0)
  if (found.length === 0) return
  const text = found
    .map(([number, name, style]) => style(`${number} ${name}${number === 1 ? '' : 's'}`))
    .join(', ')
  note(`  ${text}: see Problems in the simulator, or run miniapp check.`)
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** The host in the address that is printed: what a browser on this machine reaches. */
const urlHost = (host: string): string => {
  if (isLoopback(host) || isAny(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** This machine's addresses on its networks, where it serves on all of them. */
const lanAddresses = (host: string): string[] =>
  isAny(host)
    ? Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .filter(({ family, internal }) => family === 'IPv4' && !internal)
        .map(({ address }) => address)
    : []

/** The names by which browsers may know this machine, beside the loopback ones. */
const hostNames = (host: string): string[] => {
  if (isLoopback(host)) return []
  const own = isAny(host) ? [...lanAddresses(host), hostname(), `${hostname()}.local`] : [urlHost(host)]
  return own.map((name) => name.toLowerCase())
}
