import type { PackProgress } from '../pack/pack.js'
import { showWaitLine, type WaitLine } from '../terminal/wait-line.js'
import { type AfterMs, afterMs } from '../watching/watch-files.js'
import type { CommandContext } from './context.js'

/** Shorter waits show no progress. */
const QUIET_MS = 1_000

/** Shows the current stage of `pack` on a terminal once it takes longer than a second; elsewhere nothing. */
export const showPackProgress = (
  { interactive, noteStyles }: Pick<CommandContext, 'interactive' | 'noteStyles'>,
  stream: Parameters<typeof showWaitLine>[0] = process.stderr,
  after: AfterMs = afterMs,
) => {
  if (!interactive) return { onProgress: () => {}, end: () => {} }
  let current: PackProgress = { stage: 'checking', done: 0, total: 0 }
  let line: WaitLine | null = null
  const cancel = after(QUIET_MS, () => {
    line = showWaitLine(stream, noteStyles, () => describeProgress(current))
  })
  return {
    onProgress: (progress: PackProgress): void => {
      current = progress
    },
    end: (): void => {
      cancel()
      line?.end()
    },
  }
}

const STAGES = {
  checking: 'Checking the files',
  optimizing: 'Re-encoding PNGs',
  zipping: 'Zipping',
  verifying: 'Reading the zip back and checking it',
} as const satisfies Record<PackProgress['stage'], string>

const describeProgress = ({ stage, done, total }: PackProgress): string =>
  total === 0 ? STAGES[stage] : `${STAGES[stage]} (${done} of ${total})`
