import type { ErrorCode } from '../../platform/error-codes.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry, MatchSyncView, MatchView, TimelineEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { entryName } from '../troubles/cause.js'
import { causedBreaches } from '../troubles/play-trouble.js'
import { deviceWords } from './devices.js'
import { STATE_LINE } from './rules.js'
import type { Together } from './together.js'

/** What is known of a match that was played. */
export interface PlayedMatch {
  /** The entry page. */
  readonly entry: string
  readonly together: Pick<Together, 'expects' | 'holdsBack'>
  readonly log: readonly LogEntry[]
  /** The timeline of the match. */
  readonly timeline: readonly TimelineEntry[]
  /** The match at the end; null if it has closed. */
  readonly view: MatchView | null
  /** The match when a seat had been behind for long; null where none was. */
  readonly behind: MatchView | null
  /** The seats that were taken out of it on purpose, for a while or for good. */
  readonly removed: ReadonlySet<number>
}

/** What the apps of a match did wrong, as the log, the timeline and the posted states say. */
export const judgeMatch = (match: PlayedMatch): readonly Breach[] => [
  ...ownBreaches(match),
  ...disagreements(match),
  ...tooFast(match),
  ...dropped(match),
  ...standing({ ...match, view: stoppedSeats(match.view).length > 0 ? match.view : match.behind }),
  ...sentToNobody(match),
  ...unposted(match),
]

/** What the log says of each seat's app: errors, and calls that were refused. One that only some seats had names them. */
const ownBreaches = ({ entry, log, together }: PlayedMatch): readonly Breach[] => {
  const seats = [...new Set(log.map(({ seat }) => seat))]
  const found = new Map<string, { readonly breach: Breach; readonly seats: number[] }>()
  for (const seat of seats) {
    const own = log.filter((one) => one.seat === seat)
    const judged = own.filter((one) => !isExpected(one, own, together.expects))
    for (const breach of causedBreaches(entry, judged, [])) {
      const key = JSON.stringify([breach.rule, breach.file, breach.line, breach.column, breach.message])
      const known = found.get(key)
      if (known === undefined) found.set(key, { breach, seats: [seat] })
      else if (!known.seats.includes(seat)) known.seats.push(seat)
    }
  }
  return [...found.values()].map(({ breach, seats: having }) =>
    having.length === seats.length
      ? breach
      : { ...breach, message: `${breach.message} (${seatWords(having)} of ${seats.length})` },
  )
}

/** Whether a call was refused because of what was done on purpose, or because the match had closed a moment before. */
const isExpected = (entry: LogEntry, own: readonly LogEntry[], expects: readonly ErrorCode[]): boolean => {
  if (entry.kind !== 'call' || entry.error === undefined) return false
  if (expects.includes(entry.error.code)) return true
  if (entry.error.code !== 'NOT_IN_MATCH') return false
  const at = Date.parse(entry.at)
  return own.some(
    (one) =>
      Math.abs(at - Date.parse(one.at)) < CROSSES_WITHIN_MS &&
      ((one.kind === 'event' && one.event === 'mp.closed') ||
        (one.kind === 'call' && one.method === 'multiplayer.leave')),
  )
}

/** The states of players that differ. */
export const disagreements = ({
  entry,
  log,
  timeline,
}: Pick<PlayedMatch, 'entry' | 'log' | 'timeline'>): readonly Breach[] =>
  timeline.flatMap((one) => {
    if (one.kind !== 'desync') return []
    const states = one.hashes.map(
      ({ seats }, index) => `${seatWords(seats)} in ${index === 0 ? 'one' : 'another'}`,
    )
    const cause = latestSend(log, one.at)
    const devices = inOrder(one.hashes.flatMap(({ seats }) => seats)).map(deviceWords)
    return [
      breach(
        'run/players-disagree',
        entry,
        `The states of the players differ, first at state ${one.number}: ${states.join(', ')}.${cause === null ? '' : ` The latest message before that was seat ${cause.seat}'s: ${entryName(cause)}.`} Their devices: ${devices.join('; ')}.`,
      ),
    ]
  })

const tooFast = ({ entry, log, timeline, together }: PlayedMatch): readonly Breach[] => {
  if (together.holdsBack) return []
  const messages = timeline.filter((one) => one.kind === 'message')
  return inOrder(messages.map(({ seat }) => seat)).flatMap((seat) => {
    const sent = messages.filter((one) => one.seat === seat)
    const lost = sent.filter(({ outcome }) => outcome === 'dropped')
    const [first] = lost
    if (first === undefined) return []
    const call = log.find((one) => isSend(one) && one.seat === seat && one.at >= first.at)
    return [
      breach(
        'run/messages-too-fast',
        entry,
        `Seat ${seat} sent too fast: ${lost.length} of ${sent.length} messages were dropped, the first of the type ${first.type}${call === undefined ? '' : `: ${entryName(call)}`}.`,
      ),
    ]
  })
}

/** Players who lost the match without leaving it. One who sent too fast and was disconnected is reported there. */
const dropped = ({ entry, log, timeline, removed }: PlayedMatch): readonly Breach[] =>
  timeline.flatMap((one) => {
    if (one.kind !== 'left' || one.reason === 'left' || removed.has(one.seat)) return []
    const floods = timeline.some(
      (other) => other.kind === 'message' && other.seat === one.seat && other.outcome === 'dropped',
    )
    if (floods) return []
    const before = log.findLast(({ seat, at }) => seat === one.seat && at <= one.at)
    const cause =
      before === undefined
        ? ''
        : before.kind === 'note'
          ? ` ${before.message} (log entry ${before.seq})`
          : ` The latest before that: ${entryName(before)}.`
    return [
      breach(
        'run/player-dropped',
        entry,
        `Seat ${one.seat} was dropped from the match (${one.reason}).${cause}`,
      ),
    ]
  })

/** Players whose states do not go on, while those of others have. */
export const standing = ({
  entry,
  log,
  view,
}: Pick<PlayedMatch, 'entry' | 'log' | 'view'>): readonly Breach[] => {
  const stopped = stoppedSeats(view)
  const furthest = Math.max(...(view?.sync?.seats ?? []).map(({ number }) => number))
  return stopped.map(({ seat, number, at }) => {
    const cause = latestSend(log, at)
    return breach(
      'run/match-stands-still',
      entry,
      `Seat ${seat} stops at state ${number}, while others are at ${furthest}.${cause === null ? '' : ` The latest message before that was seat ${cause.seat}'s: ${entryName(cause)}.`}`,
    )
  })
}

/** Players who go on writing to one who has left: nobody gets that, such as a host's guests who do not notice the new host. */
const sentToNobody = ({ entry, timeline }: PlayedMatch): readonly Breach[] =>
  timeline.flatMap((left) => {
    if (left.kind !== 'left') return []
    const from = Date.parse(left.at) + NOTICES_WITHIN_MS
    const back = timeline.find(
      (one) => one.kind === 'joined' && one.player === left.player && one.seq > left.seq,
    )
    const lost = timeline.flatMap((one) =>
      one.kind === 'message' &&
      one.to === left.player &&
      Date.parse(one.at) > from &&
      (back === undefined || one.seq < back.seq)
        ? [one]
        : [],
    )
    return inOrder(lost.map(({ seat }) => seat)).flatMap((seat) => {
      const sent = lost.filter((one) => one.seat === seat)
      if (sent.length < LEAST_LOST) return []
      return [
        breach(
          'run/sends-to-nobody',
          entry,
          `Seat ${seat} sent ${sent.length} messages to seat ${left.seat}, which had left the match, such as ${sent[0]?.type ?? ''}.`,
        ),
      ]
    })
  })

/** The seats of a match that are behind others, and post no more states. */
export const stoppedSeats = (view: MatchView | null): MatchSyncView['seats'] => {
  const there = seatsIn(view)
  return (view?.sync?.seats ?? []).filter(({ seat, stopped }) => stopped && there.has(seat))
}

/** The seats whose apps are in a match. */
export const seatsIn = (view: MatchView | null): ReadonlySet<number> =>
  new Set(view?.players.flatMap(({ seat, waiting }) => (waiting ? [] : [seat])))

/** The seats that send nothing once they are in the match, while another one sends messages. */
export const silentSeats = (timeline: readonly TimelineEntry[]): readonly number[] => {
  const seats = inOrder(timeline.flatMap((one) => (one.kind === 'joined' ? [one.seat] : [])))
  return seats.some((seat) => sentBy(timeline, seat) >= LEAST_SENT)
    ? seats.filter((seat) => sentBy(timeline, seat) === 0)
    : []
}

/** A match that was played, as far as it says who could play. */
interface Play {
  readonly timeline: readonly TimelineEntry[]
  /** By how much each player's number has risen, by seat. */
  readonly gains: ReadonlyMap<number, number>
}

/**
 * Players who send nothing, or whose messages win nothing, and who play where their device is as the first player's.
 * @param silent the seats that send nothing
 * @param scoreless the seats whose number stays as it is, though they send messages
 * @param alike the same match with such devices
 */
export const shutOut = (
  entry: string,
  { silent, scoreless, timeline }: Record<'silent' | 'scoreless', readonly number[]> & Pick<Play, 'timeline'>,
  alike: Play,
): readonly Breach[] => {
  const out = (seat: number, what: string, then: string): Breach =>
    breach(
      'run/player-shut-out',
      entry,
      `Seat ${seat} ${what}. With a device as in seat 1, it ${then}. Their devices: ${[1, seat].map(deviceWords).join('; ')}.`,
    )
  return [
    ...silent
      .filter((seat) => sentBy(alike.timeline, seat) >= LEAST_SENT)
      .map((seat) => out(seat, 'sent nothing while the others played', 'does')),
    ...scoreless.flatMap((seat) => {
      const gain = alike.gains.get(seat) ?? 0
      // Who has another part in the game sends other messages.
      const missing = typesOf(alike.timeline, seat).some((type) => !typesOf(timeline, seat).includes(type))
      if (gain < LEAST_GAIN || missing || sentBy(timeline, seat) < LEAST_SENT) return []
      const what = 'played, and the number beside its name never changed, while that of another one rose'
      return [out(seat, what, `rises by ${gain}`)]
    }),
  ]
}

/** What a seat sends again and again, by the types of its messages. */
const typesOf = (timeline: readonly TimelineEntry[], seat: number): readonly string[] => {
  const types = timeline.flatMap((one) => (one.kind === 'message' && one.seat === seat ? [one.type] : []))
  return [...new Set(types)].filter((type) => types.filter((one) => one === type).length >= LEAST_SENT)
}

/** How many messages a seat sent, but for those with which it arrived. */
const sentBy = (timeline: readonly TimelineEntry[], seat: number): number => {
  const joined = timeline.find((one) => one.kind === 'joined' && one.seat === seat)
  const from = joined === undefined ? 0 : Date.parse(joined.at) + ARRIVES_WITHIN_MS
  return timeline.filter((one) => one.kind === 'message' && one.seat === seat && Date.parse(one.at) > from)
    .length
}

/** One may be under way when the news comes. */
const LEAST_LOST = 2
const NOTICES_WITHIN_MS = 600
/** Fewer messages are chance. */
const LEAST_SENT = 3
const LEAST_GAIN = 5
const ARRIVES_WITHIN_MS = SECOND_MS

/** Where a match is full before everyone who plays the test is in it. @param seats how many they are */
export const noRoom = (entry: string, view: MatchView | null, seats: number): readonly Breach[] => {
  if (view === null || view.players.length < view.maxPlayers || view.maxPlayers >= seats) return []
  const room = `The match has room for ${view.maxPlayers} of the ${seats} players: multiplayer.host() was called with max_players: ${view.maxPlayers}.`
  return [breach('run/match-full', entry, room)]
}

/** Where nothing was posted, nothing was compared. */
const unposted = ({ entry, timeline, view }: PlayedMatch): readonly Breach[] => {
  const plays = timeline.some(({ kind }) => kind === 'message')
  if (view === null || view.sync !== null || !plays) return []
  return [
    {
      ...breach(
        'run/state-not-posted',
        entry,
        'The states of the players could not be compared: the app posts none.',
      ),
      fix: `To find where players get out of sync, add after each turn: ${STATE_LINE}`,
    },
  ]
}

const isSend = (entry: LogEntry): boolean => entry.kind === 'call' && entry.method === 'multiplayer.send'

/** The latest message that an app sent, until a time; null if there was none. */
export const latestSend = (log: readonly LogEntry[], at?: string): LogEntry | null =>
  log.findLast((entry) => isSend(entry) && (at === undefined || entry.at <= at)) ?? null

const inOrder = (seats: readonly number[]): readonly number[] => [...new Set(seats)].sort((a, b) => a - b)

/** `seat 2`, `seats 1, 3` */
export const seatWords = (seats: readonly number[]): string =>
  `${seats.length === 1 ? 'seat' : 'seats'} ${seats.join(', ')}`

/** For how long a call and the news that the match has closed may be under way at the same time. */
const CROSSES_WITHIN_MS = 2 * SECOND_MS
