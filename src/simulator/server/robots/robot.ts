import * as z from 'zod'
import type { BaseClock } from '../../../host/clock.js'
import type { MatchView } from '../../../host/matches/match-view.js'
import { MessageKinds } from '../../../host/matches/message-kinds.js'
import type { RobotPlan } from '../../../host/matches/robot-plan.js'
import { seededRandomness } from '../../../host/randomness.js'

/** What a robot needs from its seat. */
export interface RobotSeat {
  readonly number: number
  /** Makes a call as an app does. */
  call(method: 'mp.join' | 'mp.send', params: object): void
  /** The live matches, oldest first. */
  matches(): readonly MatchView[]
}

/** How often a robot without a match looks for one. */
const LOOK_MS = 250

/**
 * A player without an app. It joins a match, sends messages, and joins the next one when the match is over. It moves by the
 * machine's time, so that moving the host's clock does not make it send thousands of messages.
 */
export class Robot {
  readonly #plan: RobotPlan
  readonly #seat: RobotSeat
  readonly #wake: BaseClock['wake']
  readonly #next: () => { readonly message: object | null; readonly wait: number }
  readonly #kinds = new MessageKinds()
  /** The matches that it tried to join. */
  readonly #tried = new Set<string>()
  #cancel: (() => void) | null = null

  /** @param sent the messages of the log that it plays from */
  constructor(plan: RobotPlan, sent: readonly SentMessage[], seat: RobotSeat, wake: BaseClock['wake']) {
    this.#plan = plan
    this.#seat = seat
    this.#wake = wake
    for (const { data } of sent) this.#kinds.learn(data)
    if (plan.action === 'random') {
      const source = seededRandomness(plan.seed, seat.number)
      this.#next = () => ({
        message: this.#kinds.isEmpty ? null : { data: this.#kinds.draw(source) },
        wait: 1_000 / plan.rate,
      })
    } else this.#next = replaying(plan, sent)
  }

  start(): void {
    this.#again(0)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  /** The app was loaded again: the robot is not in a match any more. */
  loaded(): void {
    this.#tried.clear()
  }

  /** Learns from a message that a player sent. */
  saw(message: unknown): void {
    this.#kinds.learn(message)
  }

  #again(milliseconds: number): void {
    this.#cancel = this.#wake(milliseconds, () => this.#act())
  }

  #act(): void {
    const matches = this.#seat.matches()
    const own = matches.find(({ players }) => players.some(({ seat }) => seat === this.#seat.number))
    if (own === undefined) {
      this.#join(matches)
      this.#again(LOOK_MS)
      return
    }
    if (own.players.some(({ seat, waiting }) => seat === this.#seat.number && waiting)) {
      // The developer seated it.
      this.#seat.call('mp.join', { code: own.code })
      this.#again(LOOK_MS)
      return
    }
    const { message, wait } = this.#next()
    if (message !== null) this.#seat.call('mp.send', addressed(message, own, this.#seat.number))
    this.#again(wait)
  }

  #join(matches: readonly MatchView[]): void {
    const { match: wanted } = this.#plan
    const match = matches.findLast(
      ({ id, code, players, maxPlayers }) =>
        (wanted === undefined || wanted === id || wanted === code) &&
        players.length < maxPlayers &&
        !this.#tried.has(id),
    )
    if (match === undefined) return
    this.#tried.add(match.id)
    this.#seat.call('mp.join', { code: match.code })
  }
}

/** The recorded messages in turn, from the first again after the last. */
const replaying = (
  { rate }: Extract<RobotPlan, { action: 'replay' }>,
  sent: readonly SentMessage[],
): (() => { readonly message: object | null; readonly wait: number }) => {
  let index = 0
  return () => {
    const current = sent[index % sent.length]
    const following = sent[(index + 1) % sent.length]
    index += 1
    if (current === undefined || following === undefined) return { message: null, wait: LOOK_MS }
    const apart = following.at > current.at ? following.at - current.at : PAUSE_MS
    const { data, to } = current
    return {
      message: { data, ...(to === null ? {} : { to }) },
      wait: rate === undefined ? apart : 1_000 / rate,
    }
  }
}

/** Between the last recorded message and the first again, and between messages of the same millisecond. */
const PAUSE_MS = 50

/** Without a recipient who is not another player of the match: then the message goes to all. */
const addressed = (message: object, { players }: MatchView, seat: number): object => {
  if (!('to' in message)) return message
  const isThere = players.some((player) => player.id === message.to && player.seat !== seat)
  if (isThere) return message
  const { to: _to, ...rest } = message
  return rest
}

/** A message that an app sent. */
export interface SentMessage {
  readonly seat: number
  /** When, in milliseconds since 1970. */
  readonly at: number
  readonly data: unknown
  /** The player it was for; null if it was for all others. */
  readonly to: string | null
}

/** The messages in a log, in order: the calls of `multiplayer.send` that were answered. Other entries are passed over. */
export const sentMessagesIn = (log: readonly unknown[]): readonly SentMessage[] =>
  log.flatMap((entry) => {
    const { data } = sentSchema.safeParse(entry)
    if (data === undefined) return []
    const { seat, at, received, params } = data
    return [{ seat, at: Date.parse(received?.at ?? at), data: params.data, to: params.to ?? null }]
  })

const sentSchema = z.object({
  kind: z.literal('call'),
  // Logs of version 0.1 have the name in the protocol.
  method: z.enum(['multiplayer.send', 'mp.send']),
  seat: z.int(),
  at: z.iso.datetime(),
  received: z.object({ at: z.iso.datetime() }).optional(),
  result: z.object({}),
  params: z.object({
    data: z.custom<unknown>((data) => data !== undefined),
    to: z.string().nullish(),
  }),
})
