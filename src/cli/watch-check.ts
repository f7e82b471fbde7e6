import { resolve } from 'node:path'
import { findBundle, locateBundle } from '../bundle/locate.js'
import { unopened } from '../check/report/json.js'
import { Failure } from '../failure.js'
import { failureText } from '../terminal/failure-text.js'
import { jsonLine } from '../terminal/json-text.js'
import type { FileWatcher, watchFiles } from '../watching/watch-files.js'
import { type Checked, outcomeOf } from './checked.js'
import type { CommandContext } from './context.js'

export interface WatchCheck {
  readonly paths: readonly string[]
  readonly format: 'text' | 'json'
  /** Checks the current state of a path. */
  readonly checkPath: (path: string) => Promise<Checked>
  readonly watch: typeof watchFiles
  /** Calls back once after a short delay; returns a function that cancels it. */
  readonly afterMoment: (fire: () => void) => () => void
}

/**
 * Checks, then checks again whenever files change, until the user interrupts. A bundle that can no longer be
 * opened is reported and still watched.
 * @throws {Failure} `interrupted`; or at the start, if a path is not a bundle
 */
export const watchCheck = async (
  { paths, format, checkPath, watch, afterMoment }: WatchCheck,
  context: CommandContext,
): Promise<void> => {
  const { interrupted } = context
  const states = new Map<string, Checked | Failure>()
  const changed = new Set(paths)
  let wake = (): void => {}
  const watchers = new Map<string, FileWatcher>()
  const watchPath = async (path: string): Promise<void> => {
    const { kind } = await findBundle(path, context.cwd)
    await watchers.get(path)?.close()
    // Watches the project's folder, since a build replaces the output folder inside it.
    const watcher = watch(resolve(context.cwd, path), kind, () => {
      changed.add(path)
      wake()
    })
    watchers.set(path, watcher)
    await watcher.ready
  }
  const gone = new Set<string>()
  let skipped = 0
  /** A folder that was deleted and created again is a different one to the system: find it and watch it again. */
  const watchAgain = async (): Promise<void> => {
    for (const path of gone) {
      if (await isGone(path, context.cwd)) continue
      gone.delete(path)
      await watchPath(path)
      changed.add(path)
    }
  }
  const onInterrupt = (): void => wake()
  interrupted.addEventListener('abort', onInterrupt)
  try {
    await Promise.all([...changed].map(watchPath))
    while (!interrupted.aborted) {
      const round = [...changed]
      changed.clear()
      for (const path of round) {
        const state = await outcomeOf(path, checkPath)
        states.set(path, state)
        if (isWithoutManifest(state) && (await isGone(path, context.cwd))) gone.add(path)
        else gone.delete(path)
        if (format === 'json') context.out(stateLine(path, state))
      }
      // More files are changing: skip this incomplete state, unless changes never stop.
      skipped = changed.size > 0 && skipped < MAX_SKIPPED ? skipped + 1 : 0
      if (format === 'text' && round.length > 0 && skipped === 0) print(paths, states, context)
      if (changed.size > 0) continue
      let cancel = (): void => {}
      await new Promise<void>((resume) => {
        wake = resume
        if (interrupted.aborted || changed.size > 0) resume()
        else if (gone.size > 0) cancel = afterMoment(resume)
      })
      cancel()
      await watchAgain()
    }
  } finally {
    interrupted.removeEventListener('abort', onInterrupt)
    await Promise.all([...watchers.values()].map((watcher) => watcher.close()))
  }
  interrupted.throwIfAborted()
}

/** At most this many states are skipped while files keep changing. */
const MAX_SKIPPED = 5

/** A build that recreates its folder leaves it without a manifest for a moment. */
const isWithoutManifest = (state: Checked | Failure): boolean =>
  state instanceof Failure || state.result.problems.some(({ rule }) => rule === 'manifest/missing')

const isGone = async (path: string, cwd: string): Promise<boolean> => {
  try {
    await locateBundle(path, cwd)
    return false
  } catch (error) {
    if (error instanceof Failure) return true
    throw error
  }
}

/** The line for a check is its document; for a bundle that could not be opened, its failure. */
const stateLine = (path: string, state: Checked | Failure): string =>
  jsonLine(state instanceof Failure ? unopened(path, state) : state.result)

/** Clears the screen and the scrollback, and moves to the top. */
const CLEAR_SCREEN = '\u001b[2J\u001b[3J\u001b[H'

const print = (
  paths: readonly string[],
  states: ReadonlyMap<string, Checked | Failure>,
  { out, outIsTerminal, outStyles, columns, note, noteStyles }: CommandContext,
): void => {
  const reports = paths.flatMap((path) => {
    const state = states.get(path)
    if (state === undefined) return []
    if (!(state instanceof Failure)) return state.text
    return `${failureText(state, outStyles, outIsTerminal ? columns : Number.POSITIVE_INFINITY)}\n`
  })
  // One write, to avoid flicker.
  out(`${outIsTerminal ? CLEAR_SCREEN : ''}${reports.join('\n')}`)
  if (outIsTerminal) note(noteStyles.dim('Watching for changes. Press Ctrl-C to stop.'))
}
