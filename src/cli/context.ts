import type { Failure } from '../failure.js'
import type { Styles } from '../terminal/style.js'

/**
 * What a command gets from the world: a command is a function of its options and this. stdout carries the result
 * and nothing else; progress, prompts and notices go to stderr.
 */
export interface CommandContext {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadStream
  /** Writes to stdout as it is; no newline is added. */
  readonly out: (text: string) => void
  /** Writes a line to stderr. */
  readonly note: (line: string) => void
  /** Says on stderr what failed and what to do about it, with its stack where `--debug` asks for it. */
  readonly noteFailure: (failure: Failure) => void
  /** Styles for stdout and for stderr: plain where the stream takes no colour. */
  readonly outStyles: Styles
  readonly noteStyles: Styles
  /** Prompts are allowed only where stdin and stderr are terminals. */
  readonly interactive: boolean
  readonly outIsTerminal: boolean
  /** The width of stdout in columns; 80 where it is no terminal. */
  readonly columns: number
  /** Aborts on Ctrl-C, on a request to end and when the terminal is closed; a command that waits must stop and clean up. */
  readonly interrupted: AbortSignal
  /** Opens an address in the person's browser; false where that did not work. Never throws. */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Sets the exit code of a command that ran to its end with "no" for an answer. */
  readonly setExitCode: (code: number) => void
}
