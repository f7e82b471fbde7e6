import type { Writable } from 'node:stream'
import type { CallLog } from '../../../host/log/call-log.js'

/** How many entries are serialized in one go. */
const AT_ONCE = 100

/**
 * Writes the log as ND-JSON: the kept entries after a number, then every new entry. A slow reader costs no memory: writing
 * continues once it has read, and entries that the log has dropped since then are a gap in the numbers.
 * @returns a function that stops it
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
  const resume = (): void => {
    blocked = false
    pump()
  }
  out.on('drain', resume)
  const stopListening = log.onEntry(pump)
  pump()
  return () => {
    stopListening()
    out.off('drain', resume)
  }
}
