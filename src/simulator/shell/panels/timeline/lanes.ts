import { seatsOf, type TimelineEntry } from '../../../../host/matches/timeline-entry.js'
import { isLoss, timeOf } from '../../stores/timeline-store.js'

/** A period that a player was in a match, or was its host. Times in milliseconds since 1970. */
export interface Band {
  readonly seat: number
  readonly from: number
  readonly to: number
  readonly host: boolean
}

/** A message on a lane, or an event across all of them. */
export interface Tick {
  readonly seq: number
  readonly seat: number
  readonly time: number
  readonly loss: boolean
}

/** The seats that entries are about, in order: each has a lane. */
export const laneSeats = (entries: readonly TimelineEntry[]): readonly number[] => {
  const seats = new Set<number>()
  for (const entry of entries) for (const seat of seatsOf(entry)) seats.add(seat)
  return [...seats].filter((seat) => seat > 0).sort((a, b) => a - b)
}

/**
 * When players were in their match, and when they were its host.
 * @param end the time of those who still are
 */
export const bandsOf = (entries: readonly TimelineEntry[], end: number): readonly Band[] => {
  const start = entries[0] === undefined ? end : timeOf(entries[0])
  const inside = new Map<number, number>()
  const hosts = new Map<string, { readonly seat: number; readonly from: number }>()
  const bands: Band[] = []
  const close = (seat: number, to: number): void => {
    const from = inside.get(seat)
    if (from !== undefined) bands.push({ seat, from, to, host: false })
    inside.delete(seat)
  }
  const endHost = (match: string, to: number): void => {
    const host = hosts.get(match)
    if (host !== undefined) bands.push({ ...host, to, host: true })
    hosts.delete(match)
  }
  for (const entry of entries) {
    const time = timeOf(entry)
    // The entry in which the player joined may not be kept any more.
    if (entry.kind !== 'desync')
      for (const seat of seatsOf(entry))
        if (!inside.has(seat)) inside.set(seat, entry.kind === 'joined' ? time : start)
    if (entry.kind === 'host') {
      endHost(entry.match, time)
      hosts.set(entry.match, { seat: entry.seat, from: time })
    } else if (entry.kind === 'left') {
      close(entry.seat, time)
      if (hosts.get(entry.match)?.seat === entry.seat) endHost(entry.match, time)
    } else if (entry.kind === 'closed') {
      for (const seat of entry.seats) close(seat, time)
      endHost(entry.match, time)
    }
  }
  for (const seat of [...inside.keys()]) close(seat, end)
  for (const match of [...hosts.keys()]) endHost(match, end)
  return bands
}

/** The messages between two times. */
export const ticksOf = (entries: readonly TimelineEntry[], from: number, to: number): readonly Tick[] => {
  const ticks: Tick[] = []
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]
    if (entry === undefined) continue
    const time = timeOf(entry)
    // A message is numbered when it reaches the host, a little after it was sent.
    if (time < from - LATEST_MS) break
    if (entry.kind === 'message' && time >= from && time <= to)
      ticks.push({ seq: entry.seq, seat: entry.seat, time, loss: isLoss(entry) })
  }
  return ticks
}

/** Networks may freeze for a minute. */
const LATEST_MS = 70_000

/** The tick nearest to a place; null if none is near. @param within milliseconds */
export const nearestTick = (
  ticks: readonly Tick[],
  seat: number,
  time: number,
  within: number,
): Tick | null => {
  let nearest: Tick | null = null
  for (const tick of ticks)
    if (
      tick.seat === seat &&
      Math.abs(tick.time - time) <= (nearest === null ? within : Math.abs(nearest.time - time))
    )
      nearest = tick
  return nearest
}
