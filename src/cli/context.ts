import type { Failure } from '../failure.js'
import type { Styles } from '../terminal/style.js'
import type { PlainCommand } from './plain-command.js'

/**
 * Everything a command gets from its environment: a command is a function of its options and this. stdout
 * carries only the result; progress, prompts and notices go to stderr.
 */
export interface CommandContext {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadStream
  /** Writes to stdout unchanged; no newline is added. */
  readonly out: (text: string) => void
  /** Writes a line to stderr. */
  readonly note: (line: string) => void
  /** Prints a failure and its remedy to stderr, with the stack under `--debug`. */
  readonly noteFailure: (failure: Failure) => void
  /** Styles for stdout and for stderr: plain where the stream does not support colour. */
  readonly outStyles: Styles
  readonly noteStyles: Styles
  /** Prompts are allowed only where stdin and stderr are terminals. */
  readonly interactive: boolean
  readonly outIsTerminal: boolean
  /** The width of stdout in columns; 80 if it is not a terminal. */
  readonly columns: number
  /** The width of stderr in columns; infinite if it is not a terminal. */
  readonly noteColumns: number
  /** Aborts on Ctrl-C, on SIGTERM and when the terminal is closed. A command that waits must stop and clean up. */
  readonly interrupted: AbortSignal
  /** Opens a URL in the user's browser; false if that failed. Never throws. */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Sets the exit code of a command that completed with a negative result. */
  readonly setExitCode: (code: number) => void
}

/** Adds a command to the program without loading its implementation, and returns it. */
export type RegisterCommand = (program: PlainCommand, context: CommandContext) => PlainCommand
