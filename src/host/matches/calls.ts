import { isChild } from '../../platform/ages.js'
import { messageFault } from '../../platform/calls/faults.js'
import type { MATCHES_CALLS } from '../../platform/calls/matches.js'
import type { ResultOf } from '../../platform/calls/shapes.js'
import {
  DROPPED_MESSAGES_TO_DISCONNECT,
  LIVE_MATCHES_PER_APP,
  MESSAGE_BURST,
  MESSAGES_PER_SECOND,
} from '../../platform/limits.js'
import type { Upcoming } from '../clock-course.js'
import type { SwitchName } from '../control/switches.js'
import type { Domain, UpcomingWorld } from '../domain.js'
import { askNickname } from '../nickname/calls.js'
import { nicknameOf, saveNickname } from '../nickname/document.js'
import { isSuggestedNickname } from '../nickname/nickname-rules.js'
import type { Services } from '../services.js'
import type { Call, Handlers } from '../session/call.js'
import { CallRejection, refuseFault } from '../session/call-rejection.js'
import type { Sending } from './match-player.js'
import { playGroup } from './match-player.js'
import { codeAsGiven, type HostOutcome, type JoinOutcome, type MatchName } from './match-registry.js'

/** `mp.*`: live matches of 2 to 8 players (4.8, 8.3). */
const MULTIPLAYER = {
  'mp.host': ({ max_players, public: listed = false, meta = {} }, call, services) => {
    const { matches } = services
    const { player } = call.session
    return enter(
      call,
      services,
      () => matches.hostRefusal(player.person),
      (group) => matches.host(player, group, { maxPlayers: max_players, public: listed, meta }),
      (outcome) => HOST_REFUSALS[outcome](),
    )
  },

  'mp.join': (params, call, services) => {
    const { matches } = services
    const { player } = call.session
    const name: MatchName = 'code' in params ? { code: codeAsGiven(params.code) } : { id: params.match }
    return enter(
      call,
      services,
      (group) => matches.joinRefusal(player.person, group, name),
      (group) => matches.join(player, group, name),
      (outcome) => JOIN_REFUSALS[outcome](name),
    )
  },

  'mp.list': (_params, call, { matches }) => {
    const standing = playGroup(call.switches)
    if ('group' in standing) return { matches: matches.list(call.session.player.person, standing.group) }
    call.explain(standing.why, standing.by)
    return { matches: [] }
  },

  'mp.send': ({ data, to = null }, call, { matches }) => {
    const { player } = call.session
    if (!matches.has(player)) throw notInMatch()
    refuseFault(messageFault(data))
    const sending = matches.send(player, to, data, call.sentAt)
    if (sending.outcome === 'not-in-match') throw notInMatch()
    const why = whyNotReceived(sending, to)
    if (why !== null) call.explain(why)
    return {}
  },

  'mp.leave': (_params, call, { matches }) => {
    const { player } = call.session
    if (matches.steering.seatedIn(player) !== null)
      call.explain(
        'This player was put in a match by hand, and the app has not joined it yet: the player stays in it.',
      )
    else if (!matches.leave(player, 'left')) call.explain('There was no match to leave.')
    return {}
  },
} as const satisfies Handlers<keyof typeof MATCHES_CALLS, 'matches' | 'nickname'>

/**
 * Hosts or joins a match (4.8). Checked before the nickname sheet, so that nobody chooses a nickname in vain, and again
 * after it, because other players may have come or gone. A player whom the developer seated in a match enters that one,
 * also if the call names another.
 */
const enter = async <Refusal extends HostOutcome['outcome'] | JoinOutcome['outcome']>(
  call: Call,
  { matches, nickname }: Pick<Services, 'matches' | 'nickname'>,
  refusal: (group: string) => Refusal | null,
  tryEnter: (group: string) => Extract<HostOutcome, { match: unknown }> | { readonly outcome: Refusal },
  errorFor: (refusal: Refusal) => CallRejection,
): Promise<ResultOf<'mp.host'>> => {
  const { player } = call.session
  const before = playGroup(call.switches)
  if (!('group' in before)) return unavailable(call, before.why, before.by)
  const refused = matches.steering.seatedIn(player) === null ? refusal(before.group) : null
  if (refused !== null) throw errorFor(refused)
  if (!(await ensureNickname(call, nickname))) return { status: 'cancelled' }
  if (call.session.over()) return unavailable(call, 'The session ended in the meantime.')
  const after = playGroup(call.session.switches())
  if (!('group' in after)) return unavailable(call, after.why, after.by)
  const seated = matches.steering.enterSeated(player)
  if (seated !== null)
    call.explain(`This player was put in the match ${seated.code} by hand, so the call joins that match.`)
  const entered = seated === null ? tryEnter(after.group) : { match: seated }
  if (!('match' in entered)) throw errorFor(entered.outcome)
  call.holdEvents()
  return { status: 'joined', match: matches.shown(entered.match, player.person) }
}

const unavailable = (call: Call, why: string, by?: SwitchName): { readonly status: 'unavailable' } => {
  call.explain(why, by)
  return { status: 'unavailable' }
}

/**
 * Asks for a nickname before a person's first match. Children appear under suggested nicknames (4.8).
 * @returns false if the person closed the sheet
 */
const ensureNickname = async (call: Call, nicknames: Services['nickname']): Promise<boolean> => {
  const { switches } = call
  const { app, seat, randomness } = call.session
  const known = nicknameOf(nicknames, seat.appUserId)
  if (known !== null && (!isChild(switches.person) || isSuggestedNickname(known))) return true
  const sheet = call.claimSheet()
  const chosen = await askNickname(app, switches, known, randomness, (offer, judge) =>
    sheet.open('nickname', offer, judge),
  )
  if (chosen === null) return false
  await saveNickname(nicknames, seat.appUserId, chosen)
  call.saved('nickname')
  return true
}

const HOST_REFUSALS = {
  'already-in-match': () => alreadyInMatch(),
  'too-many-matches': () =>
    new CallRejection(
      'RATE_LIMITED',
      'The app has too many live matches.',
      `An app can have at most ${LIVE_MATCHES_PER_APP} live matches (8.3).`,
    ),
} as const satisfies Record<Exclude<HostOutcome['outcome'], 'entered'>, () => CallRejection>

const JOIN_REFUSALS = {
  'already-in-match': () => alreadyInMatch(),
  full: () =>
    new CallRejection('MATCH_FULL', 'The match is full.', 'It has as many players as its host allows (4.8).'),
  unknown: (name) =>
    noSuchMatch(
      'code' in name
        ? `No open match has the code ${quoted(name.code)}. Codes are six capital letters and digits.`
        : `No open match has the ID ${quoted(name.id)}.`,
    ),
  hidden: () =>
    noSuchMatch(
      'The match exists, but its players are in another age group: adults never play with children, nor children with other age groups (4.8).',
    ),
  private: () =>
    noSuchMatch('The match is private: join it by its code. An ID works only for public matches (4.8).'),
} as const satisfies Record<Exclude<JoinOutcome['outcome'], 'entered'>, (name: MatchName) => CallRejection>

const alreadyInMatch = (): CallRejection =>
  new CallRejection(
    'ALREADY_IN_MATCH',
    'Leave the current match first.',
    'A person can be in only one match: call `multiplayer.leave()` first (4.8).',
  )

const noSuchMatch = (why: string): CallRejection =>
  new CallRejection('NO_SUCH_MATCH', 'There is no such open match.', why)

const notInMatch = (): CallRejection =>
  new CallRejection(
    'NOT_IN_MATCH',
    'There is no match to send to.',
    'Host or join a match first. The earlier one may have closed (4.8).',
  )

const quoted = (text: string): string => JSON.stringify(text.slice(0, SHOWN_CHARACTERS))

const SHOWN_CHARACTERS = 40

/** Why not every recipient got a message, for the log. The app never learns it. */
const whyNotReceived = (sending: Sending, to: string | null): string | null => {
  switch (sending.outcome) {
    case 'sent':
      if (sending.lostTo.length > 0)
        return `The network lost the message on its way to ${sending.lostTo.join(', ')} (the switch \`network.loss\`).`
      return to !== null && sending.to.length === 0
        ? `${quoted(to)} is not another player in the match.`
        : null
    case 'held':
      return 'Held back: release it in the Matches panel.'
    case 'lost':
      return 'The network lost the message on its way from this seat (the switch `network.loss`).'
    case 'dropped':
      return `Dropped: a player can send ${MESSAGES_PER_SECOND} messages a second, with bursts of up to ${MESSAGE_BURST} (8.3). Send less often.`
    case 'flooding':
      return `Dropped, and the player was disconnected: ${DROPPED_MESSAGES_TO_DISCONNECT} messages were sent too fast within ten seconds (8.3).`
    case 'not-in-match':
      return null
  }
}

/** When matches close if nobody does anything (8.3). */
const upcomingMatchEnds = ({ services: { matches } }: UpcomingWorld): readonly Upcoming[] =>
  matches.endings().map(({ match, at, reason }) => ({
    at,
    what: reason === 'idle' ? 'match-idle' : 'match-end',
    seat: null,
    count: 1,
    text:
      reason === 'idle'
        ? `the match ${match.code} closes as idle, unless someone joins or a message is sent (8.3)`
        : `the match ${match.code} closes four hours after its start (8.3)`,
  }))

/** Live matches of 2 to 8 players (4.8, 8.3). They end with the host, so they are not saved. */
export const MATCHES_DOMAIN = {
  calls: MULTIPLAYER,
  upcoming: upcomingMatchEnds,
} as const satisfies Domain
