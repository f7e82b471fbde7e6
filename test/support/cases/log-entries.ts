import type { CallEntry, EventEntry, PendingCall, ReportEntry } from '../../../src/host/log/call-log.js'

const at = '2026-01-02T03:04:05.006Z'

/** A call that was answered. */
export const callEntry = (seq: number, changes: Partial<CallEntry> = {}): CallEntry => ({
  seq,
  at,
  seat: 1,
  kind: 'call',
  id: `a-${seq}`,
  method: 'storage.get',
  wire: 'storage.get',
  params: { key: 'best' },
  result: '12',
  ms: 1,
  bytes: 60,
  gesture: false,
  ...changes,
})

/** A call that has no answer yet. */
export const pendingEntry = (seq: number): PendingCall => {
  const { result: _, ...entry } = callEntry(seq)
  return { ...entry, state: 'pending', ms: null }
}

/** A call that was refused. */
export const refusedEntry = (seq: number, changes: Partial<CallEntry> = {}): CallEntry => {
  const { result: _, ...entry } = callEntry(seq, changes)
  return { ...entry, error: { code: 'INVALID_KEY', message: 'No.' } }
}

export const eventEntry = (seq: number, changes: Partial<EventEntry> = {}): EventEntry => ({
  seq,
  at,
  seat: 1,
  kind: 'event',
  event: 'theme',
  data: { theme: 'dark' },
  ...changes,
})

/** What the browser reported from inside the app. */
export const reportEntry = (seq: number, changes: Partial<ReportEntry> = {}): ReportEntry => ({
  seq,
  at,
  seat: 1,
  kind: 'error',
  message: 'Phaser is not defined',
  file: 'game.js',
  line: 3,
  column: 7,
  ...changes,
})
