import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { vi } from 'vitest'
import type { CommandContext } from '../../../src/cli/context.js'
import { exitCodeOf } from '../../../src/cli/exit-codes.js'
import { createProgram } from '../../../src/cli/program.js'
import { Failure } from '../../../src/failure.js'
import type { Session } from '../../../src/publish/sign-in/session.js'
import { tokenFile } from '../../../src/publish/token-store/token-file.js'
import { failureText } from '../../../src/terminal/failure-text.js'
import { styles } from '../../../src/terminal/style.js'
import { temporaryFolder } from '../vitest/temporary-folder.js'

interface CommandRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CommandRig {
  /** The folder that the commands run in. */
  readonly home: string
  /** Where the sign-ins and drafts are. */
  readonly config: string
  /** Runs a command line in this process to its end, without a terminal unless `keys` are given. */
  readonly run: (
    words: readonly string[],
    options?: {
      /** Where it runs; default: `home`. */
      readonly cwd?: string
      readonly input?: string
      readonly environment?: Readonly<Record<string, string>>
      readonly signal?: AbortSignal
      /** What the user presses at each question. */
      readonly keys?: readonly string[]
      /** Called with each line for stderr. */
      readonly onNote?: (line: string) => void
    },
  ) => Promise<CommandRun>
  /** Saves a sign-in, as `login` does. */
  readonly signIn: (session: Session, profile?: string) => Promise<void>
  readonly session: (profile?: string) => Promise<Session | null>
}

/** The command line in this process, with a configuration folder of its own. */
export const commandRig = async (): Promise<CommandRig> => {
  const home = await temporaryFolder()
  const config = join(home, 'config')
  await mkdir(config, { mode: 0o700 })
  const store = tokenFile(config, Date.now, () => {})
  return {
    home,
    config,
    run: async (words, { cwd = home, input = '', environment = {}, signal, keys, onNote } = {}) => {
      let stdout = ''
      let stderr = ''
      let code = 0
      const note = (line: string): void => {
        stderr += `${line}\n`
        onNote?.(line)
      }
      const noteFailure = (failure: Failure): void => {
        note(failureText(failure, styles(false), Number.POSITIVE_INFINITY))
      }
      const stdin = new PassThrough()
      const terminal = keys === undefined ? null : pressKeys(stdin, [...keys])
      if (terminal === null) stdin.end(input)
      const context: CommandContext = {
        cwd,
        environment: { MINIAPP_CONFIG_DIR: config, MINIAPP_KEYRING: '0', ...environment },
        stdin: Object.assign(stdin, { isTTY: keys !== undefined }) as unknown as NodeJS.ReadStream,
        out: (text) => {
          stdout += text
        },
        note,
        noteFailure,
        outStyles: styles(false),
        noteStyles: styles(false),
        interactive: keys !== undefined,
        outIsTerminal: false,
        columns: 80,
        noteColumns: Number.POSITIVE_INFINITY,
        interrupted: signal ?? new AbortController().signal,
        openBrowser: async () => false,
        setExitCode: (next) => {
          code = next
        },
      }
      try {
        await createProgram(context, words).parseAsync(['node', 'miniapp', ...words])
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        noteFailure(error)
        code = exitCodeOf[error.kind]
      } finally {
        terminal?.end()
      }
      return { code, stdout, stderr }
    },
    signIn: (session, profile = 'default') =>
      store.exclusively(() =>
        store.write(profile, { session, pending: null, keyStore: null, fileOnly: true }),
      ),
    session: async (profile = 'default') => (await store.read(profile)).session,
  }
}

/** Answers each question that is drawn on stderr with the next key. */
const pressKeys = (stdin: PassThrough, keys: string[]): { readonly end: () => void } => {
  // Prompts put a terminal into raw mode.
  Object.assign(stdin, { setRawMode: () => stdin })
  const drawn = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (/\bYes\b|\bNo\b/.test(String(text))) {
      const key = keys.shift()
      if (key !== undefined) setImmediate(() => stdin.write(key))
    }
    return true
  })
  return { end: () => drawn.mockRestore() }
}

/** Writes a file into the folder of the commands. */
export const writeHome = async (
  rig: CommandRig,
  name: string,
  content: string | Uint8Array,
): Promise<string> => {
  const path = join(rig.home, name)
  await writeFile(path, content)
  return path
}
