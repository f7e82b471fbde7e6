import { MB } from '../../platform/units.js'
import type { Clock } from '../../publish/clock.js'
import { showWaitLine } from '../../terminal/wait-line.js'
import type { CommandContext } from '../context.js'

const BAR_CELLS = 24

/** A progress bar with rate and time left on a terminal; nothing elsewhere. */
export const showUpload = (name: string, size: number, clock: Clock, context: CommandContext) => {
  if (!context.interactive) return { onSent: () => {}, end: () => {} }
  const startedAt = clock.now()
  let sent = 0
  let sentAt = startedAt
  const line = showWaitLine(process.stderr, context.noteStyles, () => {
    // While the service answers, nothing is sent: the rate is that of the bytes.
    const until = sent >= size ? sentAt : clock.now()
    return describeUpload(name, sent, size, until - startedAt)
  })
  return {
    onSent: (bytes: number): void => {
      sent = bytes
      sentAt = clock.now()
    },
    end: line.end,
  }
}

const describeUpload = (name: string, sent: number, size: number, elapsedMs: number): string => {
  const share = size === 0 ? 1 : sent / size
  const cells = Math.round(share * BAR_CELLS)
  const bar = `${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)}`
  const parts = [
    `${bar} ${Math.floor(share * 100)}%`,
    `${(sent / MB).toFixed(1)} of ${(size / MB).toFixed(1)} MB`,
  ]
  if (sent > 0 && elapsedMs >= 500) {
    const perSecond = (sent / elapsedMs) * 1_000
    parts.push(`${(perSecond / MB).toFixed(1)} MB/s`)
    if (sent < size) parts.push(`${Math.ceil((size - sent) / perSecond)} s left`)
  }
  if (sent >= size) parts.push('waiting for the response')
  return `${parts.join(' · ')}  ${name}`
}
