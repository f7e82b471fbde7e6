import { isSame } from '../../platform/plain-objects.js'
import type { Action, Received } from '../log/action.js'
import {
  type CallEntry,
  CallLog,
  type EventEntry,
  isPending,
  type LogEntry,
  type NoteEntry,
} from '../log/call-log.js'
import type { Turn } from '../log/turn.js'
import { openLoggedHost, type StartAction } from './logged-start.js'
import { ReplayClock } from './replay-clock.js'
import { type ReplayWorld, UnreplayableError } from './replay-world.js'
import type { Difference, Replayed, ReplayStop } from './replayed.js'
import { type AskedCall, askedIn, isOutput, Run } from './run.js'

/** An output of a host. */
type Output = CallEntry | EventEntry

/**
 * Does all to a new host that was done to the host of a log, in the same order and at the same times, and compares the
 * answers and events.
 * @param recorded the whole log, oldest first, or a stream of it, which has calls before and after their answers
 * @param onEntry gets the log of the new host, which can be replayed too
 * @throws {UnreplayableError} if the log has too little information
 */
export const replay = async (
  recorded: readonly LogEntry[],
  world: ReplayWorld,
  onEntry: (entry: LogEntry) => void = () => {},
): Promise<Replayed> => {
  const log = withoutAnsweredTwice(recorded)
  const inputs = log.flatMap(inputsOf).sort((a, b) => a.order - b.order)
  const starts = inputs.filter(isStart)
  if (starts.length === 0)
    throw new UnreplayableError(
      'no-start',
      'The log has no start: export it from its beginning, or after a reset or an import.',
    )
  const clock = new ReplayClock()
  const again = new CallLog(clock.clock)
  clock.clock.listen(again)
  const stopListening = again.onEntry(onEntry)
  let alike = 0
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1]
    clock.goTo(Date.parse(start.at))
    const missing = firstMissing(log, start, next)
    const end = Math.min(next?.order ?? Number.POSITIVE_INFINITY, firstOrderAfter(log, missing))
    const run = Run.begin(start.action, await openLoggedHost(start.action, { log: again, clock }), world)
    for (const input of inputs)
      if (input.order > start.order && input.order < end) {
        clock.goTo(Date.parse(input.at))
        input.repeat(run)
        await run.settle()
      }
    const { outputs, problems } = run
    const last = Math.min(next?.entry.seq ?? Number.POSITIVE_INFINITY, missing)
    const expected = log.filter(isOutput).filter(isBetween(start, last)).sort(byTurn)
    const found = compare(expected, outputs, problems)
    // That the last host is closed is not in the log.
    if (next === undefined) stopListening()
    run.close()
    alike += found.alike
    const { difference } = found
    if (difference !== null) return { alike, difference, stopped: null }
    if (missing !== Number.POSITIVE_INFINITY) return { alike, difference, stopped: stopAt(missing) }
  }
  return { alike, difference: null, stopped: null }
}

/** The number of the first entry that the log of a host does not have; infinity if it has all. */
const firstMissing = (log: readonly LogEntry[], start: Start, next: Start | undefined): number => {
  const kept = new Set(log.map(({ seq }) => seq))
  const last = next?.entry.seq ?? log.reduce((latest, { seq }) => Math.max(latest, seq), 0)
  for (let seq = start.entry.seq + 1; seq < last; seq += 1) if (!kept.has(seq)) return seq
  return Number.POSITIVE_INFINITY
}

/** The first place in the order that is later than an entry. */
const firstOrderAfter = (log: readonly LogEntry[], seq: number): number =>
  log
    .flatMap((entry) => {
      if (entry.kind === 'call') return [entry.received, entry.answered]
      if (entry.kind === 'note') return [entry.received]
      return entry.kind === 'dropped' ? [entry.asked?.received] : []
    })
    .reduce(
      (first, place) => (place !== undefined && place.after >= seq ? Math.min(first, place.order) : first),
      Number.POSITIVE_INFINITY,
    )

const stopAt = (seq: number): ReplayStop => ({
  seq,
  reason: 'missing-entry',
  message: `Entry ${seq} is not in the log, so nothing after it can be replayed. If the recording was killed, calls without an answer are missing.`,
})

/** Something that reached the host. */
interface Input {
  readonly entry: LogEntry
  readonly order: number
  readonly at: string
  readonly action?: Action
  readonly repeat: (run: Run) => void
}

type Start = Input & { readonly action: StartAction }

const isStart = (input: Input): input is Start => input.action?.do === 'start'

const inputsOf = (entry: LogEntry): readonly Input[] => {
  const turns = (entry.turns ?? []).map(
    (turn: Turn): Input => ({ entry, ...placeOf(turn), repeat: (run) => run.turn(turn, entry) }),
  )
  if (entry.kind === 'call' || entry.kind === 'dropped') {
    const asked: (AskedCall & { readonly received: Received }) | null = askedIn(entry)
    if (asked === null) return turns
    return [...turns, { entry, ...placeOf(asked.received), repeat: (run) => run.call(asked) }]
  }
  if (entry.kind !== 'note' || entry.action === undefined || entry.received === undefined) return turns
  const { action } = entry
  const acted: NoteEntry & { readonly action: Action } = { ...entry, action }
  return [...turns, { entry, action, ...placeOf(entry.received), repeat: (run) => run.act(acted) }]
}

const placeOf = ({ order, at }: Pick<Received, 'order' | 'at'>) => ({ order, at })

/** The log without pending calls whose settled entries are in it too. */
const withoutAnsweredTwice = (log: readonly LogEntry[]): readonly LogEntry[] => {
  const settled = new Set(log.filter((entry) => !isPending(entry)).map(({ seq }) => seq))
  return log.filter((entry) => !isPending(entry) || !settled.has(entry.seq))
}

/** When an output came: after which entry of the log, and among what came after that entry. */
const turnOf = (output: Output): { readonly after: number; readonly order: number } =>
  output.kind === 'call' && output.answered !== undefined ? output.answered : { after: output.seq, order: 0 }

const byTurn = (a: Output, b: Output): number => {
  const [first, second] = [turnOf(a), turnOf(b)]
  return first.after - second.after || first.order - second.order
}

/** Whether an output is one of the host of a start. What it does after the next one began is not repeated. */
const isBetween =
  (start: Start, last: number) =>
  (output: Output): boolean => {
    if (output.kind === 'event') return output.seq > start.entry.seq && output.seq < last
    return (output.received?.order ?? 0) > start.order && turnOf(output).after < last
  }

interface Compared {
  readonly alike: number
  readonly difference: Difference | null
}

const compare = (
  recorded: readonly Output[],
  replayed: readonly Output[],
  problems: Run['problems'],
): Compared => {
  const [problem] = problems
  for (let alike = 0; ; alike += 1) {
    const differs = (
      entry: LogEntry,
      what: string,
      message: string,
      shown: Partial<Difference> = {},
    ): Compared => ({
      alike,
      difference: { seq: entry.seq, at: entry.at, seat: entry.seat, what, message, ...shown },
    })
    const [expected, found] = [recorded[alike], replayed[alike]]
    if (problem !== undefined && problem.after <= alike)
      return differs(problem.entry, whatDone(problem.entry), problem.words)
    if (expected === undefined && found === undefined) return { alike, difference: null }
    if (expected !== undefined && found !== undefined && isLike(expected, found)) {
      const [before, now] = [contentOf(expected), contentOf(found)]
      if (isSame(before, now)) continue
      return differs(
        expected,
        whatOf(expected),
        expected.kind === 'call'
          ? `${whatOf(expected)} has a different answer.`
          : `The event ${expected.event} has different data.`,
        { recorded: before, replayed: now },
      )
    }
    if (expected !== undefined && !replayed.slice(alike).some((output) => isLike(expected, output)))
      return differs(
        expected,
        whatOf(expected),
        expected.kind === 'call'
          ? `${whatOf(expected)} was not answered.`
          : `The event ${expected.event} was not sent.`,
        { recorded: contentOf(expected) },
      )
    if (found !== undefined && !recorded.slice(alike).some((output) => isLike(found, output)))
      return differs(
        found,
        whatOf(found),
        found.kind === 'call'
          ? `${whatOf(found)} was answered, but is not in the log.`
          : `The event ${found.event} was sent, but is not in the log.`,
        { replayed: contentOf(found) },
      )
    if (expected !== undefined && found !== undefined)
      return differs(expected, whatOf(expected), `${whatOf(expected)} came later than ${whatOf(found)}.`)
  }
}

/** Whether two outputs stand for each other: answers to the same call, or the same event. */
const isLike = (a: Output, b: Output): boolean => {
  if (a.seat !== b.seat) return false
  if (a.kind === 'event') return b.kind === 'event' && a.event === b.event
  return b.kind === 'call' && a.id === b.id && a.wire === b.wire
}

const whatOf = (output: Output): string =>
  output.kind === 'call' ? (output.method ?? output.wire) : output.event

const whatDone = (entry: LogEntry): string =>
  entry.kind === 'note' && entry.action !== undefined ? entry.action.do : entry.kind

/** What the app gets, as JSON. Without an error's message, which is for developers and may change. */
const contentOf = (output: Output): unknown => {
  if (output.kind === 'event') return plain(output.data)
  return plain(output.error === undefined ? { result: output.result } : { error: output.error.code })
}

const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
