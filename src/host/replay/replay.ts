import type { Received } from '../log/action.js'
import {
  type CallEntry,
  type DroppedEntry,
  isPending,
  type LogEntry,
  type NoteEntry,
} from '../log/call-log.js'
import { upToDate } from './earlier-logs.js'
import { type ReplayWorld, UnreplayableError } from './replay-world.js'
import type { Difference, Replayed } from './replayed.js'
import { isAnswered, type Output, Run } from './run.js'

/**
 * Repeats on a new host everything that was done to the host of a log, at the same times, and compares the answers and
 * events. Random ids count as equal if they are used consistently, times if they are close.
 * @param recorded the whole log, oldest first, or a stream of it, which has calls before and after their answers
 * @throws {UnreplayableError} if the log has too little information
 */
export const replay = async (recorded: readonly LogEntry[], world: ReplayWorld): Promise<Replayed> => {
  const log = withoutAnsweredTwice(recorded.map(upToDate))
  const inputs = log.flatMap(inputOf).sort((a, b) => a.received.order - b.received.order)
  const first = inputs.findIndex((entry) => entry.kind === 'note' && entry.action?.do === 'start')
  if (first === -1)
    throw new UnreplayableError(
      'The log has no start: export it from its beginning, or after a reset or an import.',
    )
  const progress = new Progress(log.filter(isOutput).sort(byTurn), world)
  for (const input of inputs.slice(first)) {
    if (!(await progress.reach(input))) break
    await progress.take(input)
  }
  return await progress.finish()
}

/** Something that reached the host, and when. */
type Input = (CallEntry | NoteEntry | DroppedEntry | ResumedCall) & { readonly received: Received }

/** A call goes on, after a fault that delayed it or a save that it waited for. */
interface ResumedCall {
  readonly kind: 'resumed'
  readonly seat: number
  readonly id: string
}

/** When a call reached the host; undefined if it never did, or the log does not say. */
const arrivalOf = ({ arrived, received }: CallEntry): Received | undefined =>
  arrived === null ? undefined : (arrived ?? received)

const inputOf = (entry: LogEntry): readonly Input[] => {
  if (entry.kind === 'dropped')
    return entry.asked === undefined ? [] : [{ ...entry, received: entry.asked.received }]
  if (entry.kind !== 'call' && (entry.kind !== 'note' || entry.action === undefined)) return []
  const received = entry.kind === 'call' ? arrivalOf(entry) : entry.received
  if (received === undefined) return []
  if (entry.kind === 'note' || entry.resumed === undefined) return [{ ...entry, received }]
  const { seat, id, resumed } = entry
  return [
    { ...entry, received },
    ...resumed.map((one) => ({ kind: 'resumed', seat, id, received: one }) as const),
  ]
}

/** The log without pending calls whose settled entries are in it too. */
const withoutAnsweredTwice = (log: readonly LogEntry[]): readonly LogEntry[] => {
  const settled = new Set(log.filter((entry) => !isPending(entry)).map(({ seq }) => seq))
  return log.filter((entry) => !isPending(entry) || !settled.has(entry.seq))
}

const isOutput = (entry: LogEntry): entry is Output =>
  entry.kind === 'event' || (entry.kind === 'call' && isAnswered(entry))

/** When an output came: after which entry of the log, and among what came after that entry. */
const turnOf = (output: Output): { readonly after: number; readonly order: number } =>
  output.kind === 'call' && output.answered !== undefined ? output.answered : { after: output.seq, order: 0 }

const byTurn = (a: Output, b: Output): number => {
  const [first, second] = [turnOf(a), turnOf(b)]
  return first.after - second.after || first.order - second.order
}

/** By the host's clock, ISO 8601. */
const timeOf = (output: Output): string =>
  output.kind === 'call' ? (output.answered?.at ?? output.at) : output.at

/** Goes through a log: repeats what reached the host, waits for the outputs, and compares them. */
class Progress {
  readonly #outputs: readonly Output[]
  readonly #world: ReplayWorld
  readonly #skipped: { readonly seq: number; readonly why: string }[] = []
  /** Calls that cannot be repeated, by their order among everything that reached the host. */
  readonly #notMade = new Set<number>()
  #next = 0
  #alike = 0
  #difference: Difference | null = null
  #run: Run | null = null
  /** When the run's host started, among everything that reached the host. */
  #start = 0

  constructor(outputs: readonly Output[], world: ReplayWorld) {
    this.#outputs = outputs
    this.#world = world
  }

  /** Waits for and compares all outputs before this input. False if one differs. */
  async reach({ received }: Input): Promise<boolean> {
    for (;;) {
      const output = this.#outputs[this.#next]
      if (output === undefined) break
      const { after, order } = turnOf(output)
      if (after > received.after || (after === received.after && order > received.order)) break
      this.#next += 1
      if (this.#run !== null) await this.#expect(output, this.#run)
      if (this.#difference !== null) return false
    }
    this.#run?.goTo(Date.parse(received.at))
    await this.#run?.takeEffect()
    return true
  }

  async take(input: Input): Promise<void> {
    if (input.kind === 'note' && input.action?.do === 'start') {
      this.#run = await Run.begin(input.action, Date.parse(input.received.at), this.#world)
      this.#start = input.received.order
      // Outputs of the run before belong to a host that no longer exists.
      for (let output = this.#outputs[this.#next]; output !== undefined; output = this.#outputs[this.#next]) {
        if (turnOf(output).after >= input.seq) break
        this.#next += 1
      }
      return
    }
    const run = this.#run
    if (run === null) return
    if (input.kind === 'note') await this.#act(input, run)
    else if (input.kind === 'resumed') run.goOn(input.seat, input.id)
    else if (input.kind === 'dropped') {
      if (input.asked !== undefined) run.call({ ...input.asked, seat: input.seat, wire: input.wire ?? '' })
    } else if (input.error?.code === 'BUSY' && !run.isBusy(input.seat)) {
      this.#notMade.add(input.received.order)
      run.sheetIsMissing(input.seat)
    } else run.call(input)
  }

  async #act(input: NoteEntry & { readonly received: Received }, run: Run): Promise<void> {
    const { seat, action } = input
    if (action === undefined) return
    const answer = this.#answerAfter(seat, input.received)
    // A log of an earlier version may end before the answer of the sheet's call: then the call is not in the log.
    if (action.do === 'choose' && answer === undefined && !run.isBusy(seat)) run.sheetIsMissing(seat)
    const problem = await run.act(seat, action, answer)
    if (problem !== null) this.#differ(input, 'choose', problem)
  }

  /** A seat's next answer to a call that was open when the input reached the host. */
  #answerAfter(seat: number, { order }: Received): CallEntry | undefined {
    return this.#outputs
      .slice(this.#next)
      .find(
        (output): output is CallEntry =>
          output.kind === 'call' && output.seat === seat && (output.received?.order ?? order) < order,
      )
  }

  async finish(): Promise<Replayed> {
    for (; this.#next < this.#outputs.length && this.#difference === null; this.#next += 1) {
      const output = this.#outputs[this.#next]
      if (output !== undefined && this.#run !== null) await this.#expect(output, this.#run)
    }
    const more = this.#difference === null ? this.#run?.unexpectedEvent() : undefined
    if (more !== undefined)
      this.#difference = {
        ...placeOf(more),
        message: `The event ${more.event} was sent, but is not in the log.`,
        replayed: more.data,
      }
    this.#run?.end()
    return { alike: this.#alike, skipped: this.#skipped, difference: this.#difference }
  }

  async #expect(output: Output, run: Run): Promise<void> {
    if (output.kind === 'call') {
      // A late answer of a host before the start.
      if (output.received !== undefined && output.received.order < this.#start) return
      const why = this.#whySkipped(output)
      if (why !== null) {
        this.#skipped.push({ seq: output.seq, why })
        return
      }
    }
    const replayed = await run.outputLike(output, Date.parse(timeOf(output)))
    if (replayed === null)
      this.#differ(
        output,
        whatOf(output),
        output.kind === 'call'
          ? `${whatOf(output)} was not answered.`
          : `The event ${output.event} was not sent.`,
        contentOf(output),
      )
    else if (
      whatOf(replayed) !== whatOf(output) ||
      !run.alike(comparable(output, output), comparable(replayed, output))
    )
      this.#differ(
        output,
        whatOf(output),
        output.kind === 'call'
          ? `${whatOf(output)} has a different answer.`
          : `The event ${output.event} has other data.`,
        contentOf(output),
        contentOf(replayed),
      )
    else this.#alike += 1
  }

  #whySkipped(call: CallEntry): string | null {
    if (call.received === undefined) return 'The log is from an earlier version.'
    if (call.error?.code === 'TIMEOUT' && call.ordered === undefined)
      return 'The simulator could not save, or failed, which a replay does not repeat.'
    if (this.#notMade.has(arrivalOf(call)?.order ?? 0))
      return 'A sheet or a request was open whose call has no answer before the log ends.'
    return null
  }

  #differ(entry: LogEntry, what: string, message: string, ...[recorded, replayed]: readonly unknown[]): void {
    this.#difference ??= {
      ...placeOf(entry),
      what,
      message,
      ...(recorded === undefined ? {} : { recorded }),
      ...(replayed === undefined ? {} : { replayed }),
    }
  }
}

const placeOf = (entry: LogEntry) => ({
  seq: entry.seq,
  at: entry.at,
  seat: entry.seat,
  what: entry.kind === 'event' ? entry.event : entry.kind,
})

const whatOf = (output: Output): string =>
  output.kind === 'call' ? (output.method ?? output.wire) : output.event

/** What the app gets. Without an error's message, which is for developers and may change. */
const contentOf = (output: Output): unknown => {
  if (output.kind === 'event') return output.data
  return output.error === undefined ? { result: output.result } : { error: output.error.code }
}

/**
 * What the app gets, as far as it follows from the log.
 * @param recorded the log's entry, which says where the answer came from
 */
const comparable = (output: Output, recorded: Output): unknown => {
  const content = contentOf(output)
  if (output.kind === 'event' || recorded.kind === 'event' || !isObject(output.result)) return content
  // Results from `ai.json` are in files beside the app.
  if (recorded.script?.answer === 'given') return { status: output.result['status'] }
  const { image, ...rest } = output.result
  // Another version of the picture library makes a file of another size.
  return output.method === 'ai.image.generate' && isObject(image)
    ? { result: { ...rest, image: { type: image['type'] } } }
    : content
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
