import { Failure, fileFailure, systemErrorCode } from '../failure.js'
import { failureText } from '../terminal/failure-text.js'
import { jsonDocument } from '../terminal/json-text.js'
import { safeText } from '../terminal/safe-text.js'
import { styles, wantsColour } from '../terminal/style.js'
import { columnsOf } from '../terminal/wrap-text.js'
import { OLDEST_NODE } from '../version.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES, exitCodeOf } from './exit-codes.js'
import { failureValue, wantsJsonDocument } from './failure-json.js'
import { endHungUp, isReaderGone, listenForInterruption } from './interruption.js'
import { oldNodeFailure } from './old-node.js'
import { openBrowser } from './open-browser.js'
import { isOff } from './options.js'
import { createProgram } from './program.js'

/** Runs the command line and sets the process's exit code. */
const main = async (): Promise<void> => {
  const argv = process.argv
  const environment = process.env
  const flags = argv.slice(2)
  const end = flags.indexOf('--')
  const ownFlags = end === -1 ? flags : flags.slice(0, end)
  const noColour = ownFlags.includes('--no-color')
  const debug = ownFlags.includes('--debug') || !isOff(environment['MINIAPP_DEBUG'])
  const outStyles = styles(wantsColour(process.stdout.isTTY === true, environment, noColour))
  const inJson = wantsJsonDocument(flags, environment)
  const noteStyles = styles(wantsColour(process.stderr.isTTY === true, environment, noColour))

  const noteColumns = process.stderr.isTTY === true ? columnsOf(process.stderr) : Number.POSITIVE_INFINITY

  const interruption = new AbortController()
  const interruptions = listenForInterruption(process, (again) => {
    process.exitCode = EXIT_CODES.interrupted
    interruption.abort(new Failure('interrupted', 'Interrupted.'))
    // A second Ctrl-C skips the clean-up.
    if (again) process.exit(EXIT_CODES.interrupted)
  })
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isReaderGone(error.code, interruption.signal.aborted)) throw error
    })

  const note = (line: string): void => {
    process.stderr.write(`${line}\n`)
  }
  let hasResult = false
  const context: CommandContext = {
    cwd: process.cwd(),
    environment,
    // Node.js opens stdin on first access; most commands never read it.
    get stdin() {
      return process.stdin
    },
    out: (text) => {
      hasResult = true
      process.stdout.write(text)
    },
    note,
    noteFailure: (failure) => {
      note(failureText(failure, noteStyles, noteColumns))
      if (debug) note(safeText(stackOf(failure)))
    },
    outStyles,
    noteStyles,
    get interactive() {
      return process.stdin.isTTY === true && process.stderr.isTTY === true
    },
    outIsTerminal: process.stdout.isTTY === true,
    columns: columnsOf(process.stdout),
    noteColumns,
    interrupted: interruption.signal,
    openBrowser: (url) => openBrowser(url, environment),
    setExitCode: (code) => {
      process.exitCode = code
    },
  }

  try {
    await createProgram(context, flags).parseAsync(argv)
  } catch (error) {
    const failure = expectedFailure(error) ?? oldNodeFailure(process.versions.node, OLDEST_NODE, error)
    if (failure === null) throw error
    // A program that asked for JSON gets one document, also when the command fails.
    if (inJson && !hasResult) context.out(jsonDocument(failureValue(failure)))
    if (failure.kind === 'interrupted') {
      process.exitCode = EXIT_CODES.interrupted
      return
    }
    context.noteFailure(failure)
    process.exitCode = exitCodeOf[failure.kind]
  } finally {
    interruptions.stopListening()
    if (interruptions.hungUp) endHungUp(process)
  }
}

/** The failure behind a thrown value; for an abort, its reason. */
const expectedFailure = (error: unknown): Failure | null => {
  if (error instanceof Failure) return error
  if (error instanceof Error && error.name === 'AbortError' && error.cause instanceof Failure)
    return error.cause
  return machineFailure(error)
}

/** A system error such as a full disk is not a bug of ours: report it without a stack. */
const machineFailure = (error: unknown): Failure | null => {
  const code = systemErrorCode(error)
  if (
    code === undefined ||
    !['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE', 'EFBIG', 'EBUSY'].includes(code)
  )
    return null
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null
  const failure = fileFailure('use', path ?? 'a file', error)
  return failure instanceof Failure ? failure : null
}

/** The stack of an error and of all its causes. */
const stackOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? String(error)
  return error.cause === undefined ? own : `${own}\nCaused by: ${stackOf(error.cause)}`
}

await main()
