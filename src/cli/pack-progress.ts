import type { PackProgress } from '../pack/pack.js'
import { showWaitLine, type WaitLine } from '../terminal/wait-line.js'
import type { CommandContext } from './context.js'

/** Whoever waits shorter than this needs no word about it. */
const QUIET_MS = 1_000

export interface PackProgressLine {
  readonly onProgress: (progress: PackProgress) => void
  readonly end: () => void
}

/** Calls back after so many milliseconds; gives what cancels it. */
export type AfterMs = (delay: number, fire: () => void) => () => void

const afterMs: AfterMs = (delay, fire) => {
  const timer = setTimeout(fire, delay)
  return () => clearTimeout(timer)
}

/** Says on a terminal what pack is at, once that takes over a second; nothing elsewhere. */
export const showPackProgress = (
  { interactive, noteStyles }: Pick<CommandContext, 'interactive' | 'noteStyles'>,
  stream: Parameters<typeof showWaitLine>[0] = process.stderr,
  after: AfterMs = afterMs,
): PackProgressLine => {
  if (!interactive) return { onProgress: () => {}, end: () => {} }
  let current: PackProgress = { stage: 'checking', done: 0, total: 0 }
  let line: WaitLine | null = null
  const cancel = after(QUIET_MS, () => {
    line = showWaitLine(stream, noteStyles, () => describeProgress(current))
  })
  return {
    onProgress: (progress) => {
      current = progress
    },
    end: () => {
      cancel()
      line?.end()
    },
  }
}

const STAGES = {
  checking: 'Checking the files',
  optimizing: 'Encoding PNGs anew',
  zipping: 'Zipping',
  verifying: 'Reading the zip back and checking it',
} as const satisfies Record<PackProgress['stage'], string>

const describeProgress = ({ stage, done, total }: PackProgress): string =>
  total === 0 ? STAGES[stage] : `${STAGES[stage]} (${done} of ${total})`
