import { RandomFaultsReport } from '../host/control/faults/random-faults-report.js'
import type { Simulator } from '../simulator/server/simulator.js'
import { startSimulator } from '../simulator/server/start.js'
import { jsonLine } from '../terminal/json-text.js'
import { safeLine, safeText } from '../terminal/safe-text.js'
import type { CommandContext } from './context.js'
import { devNetwork } from './dev-network.js'
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
  const printLine = (value: unknown): void => context.out(jsonLine(value))
  const torture = new RandomFaultsReport()
  const network = devNetwork(options.host)
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
    watch: true,
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
    if (options.torture !== undefined) simulator.faults.setRandomSeed(options.torture)
    const { phoneUrls, token } = served
    if (network.open) note(phoneUrls.length > 0 ? PHONE_NOTICE : NO_NETWORK_NOTICE)
    if (json)
      printLine({
        event: 'ready',
        url,
        control: `${url}control/`,
        token,
        ...(phoneUrls.length === 0 ? {} : { phones: phoneUrls }),
      })
    else {
      tellReady(simulator, url, served.moved ? options.port : null, context)
      if (phoneUrls.length > 0) await tellPhones(phoneUrls, context)
      context.out(`  ${context.outStyles.dim('Saved files load at once. Ctrl-C stops.')}\n\n`)
    }
    if (options.open && !(await context.openBrowser(url)) && !json)
      note('  No browser was opened: open the address in one.')
    await untilAborted(interrupted)
  } finally {
    await stop()
  }
  if (options.torture !== undefined) tellTorture(options.torture, torture, context)
}

/** What the app did not get over, once the torture is over. */
const tellTorture = (
  seed: number,
  { ordered, unhandled }: RandomFaultsReport,
  context: CommandContext,
): void => {
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
  { out, note, outStyles: styles }: CommandContext,
): void => {
  const { facts } = simulator.live.state
  const title =
    facts === null
      ? 'manifest.json cannot be read yet'
      : `${safeLine(facts.app.name)} ${styles.dim(facts.app.version)}`
  if (takenPort !== null) note(`Port ${takenPort} is in use, so this is the next free one.`)
  out(`\n  ${styles.bold(title)}\n`)
  out(`  ${styles.cyan(url)}\n\n`)
}

/** What `--host` means, said on stderr before anything is served to others for long. */
const PHONE_NOTICE =
  'Other devices on this network can reach the simulator now. Its links for phones carry a pairing code: whoever has one can play, and see and change what is saved. Nothing on the way is encrypted.'

const NO_NETWORK_NOTICE =
  'This machine has no address on a network, so that no phone can find it: join the network that the phone is in, and start again.'

/** The links for phones, and the first as a QR code where there is a terminal to show it. */
const tellPhones = async (
  urls: readonly string[],
  { out, outIsTerminal, outStyles: styles }: CommandContext,
): Promise<void> => {
  out('  On a phone in the same network:\n')
  for (const url of urls) out(`  ${styles.cyan(url)}\n`)
  const [likeliest] = urls
  if (outIsTerminal && likeliest !== undefined) {
    const { qrCode } = await import('../terminal/qr-code.js')
    out(`\n${qrCode(likeliest, styles.bold('') !== '')}\n`)
  }
  out('\n')
}
