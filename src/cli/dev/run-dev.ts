import { locateBundle } from '../../bundle/locate.js'
import { RandomFaultsReport } from '../../host/control/faults/random-faults-report.js'
import { NETWORK_PRESETS, type NetworkName } from '../../host/control/network-presets.js'
import { isPending, type LogEntry } from '../../host/log/call-log.js'
import { traceOfError } from '../../platform/text.js'
import type { Simulator } from '../../simulator/server/simulator.js'
import { startSimulator } from '../../simulator/server/start.js'
import { jsonLine } from '../../terminal/json-text.js'
import { safeLine, safeText } from '../../terminal/safe-text.js'
import { wrapText } from '../../terminal/wrap-text.js'
import { allowedRules } from '../allowed-rules.js'
import type { CommandContext } from '../context.js'
import { untilAborted } from '../interruption.js'
import { type DevKey, takeKeys } from './dev-keys.js'
import { devNetwork } from './dev-network.js'
import { problemReporter } from './dev-problems.js'

export interface DevOptions {
  readonly port: number
  readonly host: string
  readonly open: boolean
  readonly fresh?: boolean
  readonly data?: string
  /** How many seats to open. */
  readonly seats?: number
  /** The network of every seat. */
  readonly network?: NetworkName
  /** The command of the developer's editor. */
  readonly editor?: string
  /** The seed of random faults. */
  readonly torture?: number
  /** The rules whose findings are known. */
  readonly allow?: readonly string[]
  readonly format: 'text' | 'json'
}

/**
 * Runs the simulator until it is interrupted.
 * @throws {Failure} if there is no app at the path, the saved data is in use, or no port is available
 */
export const runDev = async (path: string, options: DevOptions, context: CommandContext): Promise<void> => {
  const { cwd, note, interrupted } = context
  const json = options.format === 'json'
  const printLine = (value: unknown): void => context.out(jsonLine(value))
  /** What the seats of `--seats` log before the line `ready`, which comes first. */
  let early: LogEntry[] | null = []
  const torture = new RandomFaultsReport()
  const noteDefect = (error: unknown): void => {
    const text = traceOfError(error)
    note(`The simulator hit an unexpected error and keeps running. Please report this:\n${safeText(text)}`)
  }
  const network = devNetwork(options.host)
  // The project's own are read again with every check; here a wrong one ends the command.
  const located = await locateBundle(path, cwd)
  await allowedRules(options.allow, located, cwd)
  const { simulator, served, url, stop } = await startSimulator({
    path,
    cwd,
    port: options.port,
    host: options.host,
    urlHost: network.urlHost,
    hostNames: network.hostNames,
    phoneAddresses: network.phoneAddresses,
    data: options.data ?? null,
    fresh: options.fresh === true,
    ...(options.seats === undefined ? {} : { seats: options.seats }),
    editor: options.editor,
    ...(options.allow === undefined ? {} : { allow: options.allow }),
    watch: true,
    onEntry: (entry) => {
      torture.add(entry)
      // One line a call, once its answer is known, or at the end if it has none.
      if (!json || isPending(entry)) return
      if (early === null) printLine(entry)
      else early.push(entry)
    },
    onProblems: json ? () => {} : problemReporter(context),
    onNotice: (message) => note(safeLine(message)),
    onDefect: noteDefect,
  })
  const quit = new AbortController()
  let stopKeys = (): void => {}
  try {
    if (options.torture !== undefined) simulator.setRandomFaults(options.torture)
    if (options.network !== undefined)
      await simulator.steering.setSwitches(null, { network: NETWORK_PRESETS[options.network] })
    const { phoneUrls, token } = served
    if (network.open) {
      const notice = phoneUrls.length > 0 ? PHONE_NOTICE : NO_NETWORK_NOTICE
      note(wrapText(notice, context.noteColumns).join('\n'))
    }
    if (json) {
      printLine({
        event: 'ready',
        url,
        control: `${url}control/`,
        token,
        ...(phoneUrls.length === 0 ? {} : { phones: phoneUrls }),
      })
      for (const entry of early) printLine(entry)
      early = null
    } else {
      printReady(simulator, url, served.moved ? options.port : null, context)
      if (phoneUrls.length > 0) await printPhoneLinks(phoneUrls, context)
      const takesKeys = context.interactive && context.outIsTerminal
      const help = takesKeys ? 'Press h + Enter for keys, Ctrl-C to stop.' : 'Press Ctrl-C to stop.'
      const reloads = located.path === path ? 'Saving a file reloads the app.' : reloadsFrom(located.path)
      context.out(`  ${context.outStyles.dim(`${reloads} ${help}`)}\n\n`)
      if (takesKeys)
        stopKeys = takeKeys(devKeys(simulator, url, phoneUrls, quit, context), context, noteDefect)
    }
    if (options.open && !(await context.openBrowser(url)) && !json)
      note('  Could not open a browser. Open the URL above yourself.')
    await untilAborted(AbortSignal.any([interrupted, quit.signal]))
  } finally {
    stopKeys()
    await stop()
    // A replay needs them too.
    if (json) for (const entry of simulator.log.entries()) if (isPending(entry)) printLine(entry)
  }
  if (options.torture !== undefined) printTortureReport(options.torture, torture, context)
}

/** @param folder where the project has its bundle, which may come from a build */
const reloadsFrom = (folder: string): string =>
  `A change in ${safeLine(folder)} reloads the app. With the Vite plugin, \`npm run dev\` also builds on every save.`

const devKeys = (
  simulator: Simulator,
  url: string,
  phoneUrls: readonly string[],
  quit: AbortController,
  context: CommandContext,
): readonly DevKey[] => [
  {
    key: 'r',
    does: 'reload the app in every seat',
    run: () => {
      simulator.windows.reload()
      context.out(`  ${context.outStyles.dim('Reloaded the app.')}\n`)
    },
  },
  {
    key: 'o',
    does: 'open the simulator in the browser',
    run: async () => {
      if (!(await context.openBrowser(url))) context.note(`  Could not open a browser. Open ${url} yourself.`)
    },
  },
  {
    key: 'p',
    does: 'show the link for phones, and its QR code',
    run: async () => {
      if (phoneUrls.length > 0) await printPhoneLinks(phoneUrls, context)
      else context.out('  Start with --host to let phones on your network in.\n\n')
    },
  },
  { key: 'q', does: 'stop', run: () => quit.abort() },
]

/** Reports the errors that the torture run caused in the app. */
const printTortureReport = (
  seed: number,
  { faults, unhandled }: RandomFaultsReport,
  context: CommandContext,
): void => {
  const { note, noteStyles: styles } = context
  const calls = `${faults} ${faults === 1 ? 'fault' : 'faults'} injected (seed ${seed})`
  note(`\n${calls}; ${unhandled.length === 0 ? 'the app handled all of them.' : 'the app did not handle:'}`)
  for (const { report, after } of unhandled) {
    const place =
      report.file === null ? '' : `${report.file}${report.line === null ? '' : `:${report.line}`} `
    note(
      `  ${styles.red(safeLine(place + report.message))}${after === null ? '' : styles.dim(`, after ${after}`)}`,
    )
  }
}

const printReady = (
  simulator: Simulator,
  url: string,
  takenPort: number | null,
  { out, note, outStyles: styles }: CommandContext,
): void => {
  const { facts } = simulator.live.state
  const title =
    facts === null
      ? 'manifest.json is not readable yet'
      : `${safeLine(facts.app.name)} ${styles.dim(facts.app.version)}`
  if (takenPort !== null) note(`Port ${takenPort} is in use; using the next free port.`)
  out(`\n  ${styles.bold(title)}\n`)
  out(`  ${styles.cyan(url)}\n\n`)
}

/** What `--host` exposes, printed to stderr as soon as the server is reachable. */
const PHONE_NOTICE =
  'Other devices on this network can now reach the simulator. The phone links contain a pairing code: anyone who has one can play, and can read and change saved data. The connection is not encrypted.'

const NO_NETWORK_NOTICE =
  'This machine has no network address, so phones cannot reach it. Join the same network as the phone and start again.'

/** The phone links, and a QR code of the first one on a terminal. */
const printPhoneLinks = async (
  urls: readonly string[],
  { out, outIsTerminal, outStyles: styles }: CommandContext,
): Promise<void> => {
  out('  On a phone on the same network, open:\n')
  for (const url of urls) out(`  ${styles.cyan(url)}\n`)
  const [likeliest] = urls
  if (outIsTerminal && likeliest !== undefined) {
    const { qrCode } = await import('../../terminal/qr-code.js')
    out(`\n${qrCode(likeliest, styles.bold('') !== '')}\n`)
  }
  out('\n')
}
