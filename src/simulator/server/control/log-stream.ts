import type { Writable } from 'node:stream'
import type { CallLog } from '../../../host/log/call-log.js'

/** How many entries are turned into text at once. */
const AT_ONCE = 100

/**
 * Writes the log as ND-JSON: what is kept of it after an entry, then every entry as it comes. A reader that does not
 * read costs no memory: it is written to again once it has read, and what the log let go of meanwhile is a gap in the
 * numbers.
 * @returns how to stop
 */
export const streamLog = (log: CallLog, after: number, out: Writable): (() => void) => {
  let sent = after
  let blocked = false
  const pump = (): void => {
    while (!blocked && !out.destroyed) {
      const entries = log.entriesAfter(sent, AT_ONCE)
      const last = entries.at(-1)
      if (last === undefined) return
      sent = last.seq
      blocked = !out.write(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    }
  }
  const goOn = (): void => {
    blocked = false
    pump()
  }
  out.on('drain', goOn)
  const stopListening = log.onEntry(pump)
  pump()
  return () => {
    stopListening()
    out.off('drain', goOn)
  }
}
