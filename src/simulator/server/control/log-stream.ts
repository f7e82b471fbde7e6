import type { Writable } from 'node:stream'
import { type CallLog, isPending, type LogEntry } from '../../../host/log/call-log.js'

/** How many entries are serialized in one go. */
const AT_ONCE = 100

/**
 * Writes the log as ND-JSON: the kept entries after a number, then every new entry, and every answer to a call that the
 * reader knows as pending. A slow reader costs no memory: writing continues once it has read, and entries that the log has
 * dropped since then are a gap in the numbers.
 * @returns a function that stops it
 */
export const streamLog = (log: CallLog, after: number, out: Writable): (() => void) => {
  let sent = after
  let blocked = false
  /** The numbers of the calls that the reader knows as pending. */
  const pending = new Set(
    log
      .entries()
      .filter((entry) => entry.seq <= after && isPending(entry))
      .map(({ seq }) => seq),
  )
  /** Answers to these calls that wait for the reader. */
  let answers: LogEntry[] = []
  const pump = (): void => {
    while (!blocked && !out.destroyed) {
      const news = log.entriesAfter(sent, AT_ONCE)
      const entries = [...answers, ...news]
      answers = []
      if (entries.length === 0) return
      sent = news.at(-1)?.seq ?? sent
      for (const entry of news) if (isPending(entry)) pending.add(entry.seq)
      blocked = !out.write(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    }
  }
  const resume = (): void => {
    blocked = false
    pump()
  }
  out.on('drain', resume)
  const stopListening = log.onEntry((entry) => {
    if (!isPending(entry) && pending.delete(entry.seq)) answers.push(entry)
    pump()
  })
  pump()
  return () => {
    stopListening()
    out.off('drain', resume)
  }
}
