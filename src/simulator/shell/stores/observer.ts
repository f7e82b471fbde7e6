import { batch, signal } from '@preact/signals'
import type { CheckResult } from '../../../check/problem.js'
import type { MatchView } from '../../../host/matches/match-view.js'
import type { StartTimer } from '../../../rpc/transport.js'
import type { AppInfo, ObserverMessage, PhoneLinks } from '../../messages.js'
import type { PageOptions, Socket, SocketHandlers } from '../bridge/connection.js'
import { createConnection } from '../bridge/connection.js'
import type { LogStore } from './log-store.js'

export interface ObserverOptions extends PageOptions {
  readonly token: string
  readonly log: LogStore
  readonly openSocket: (handlers: SocketHandlers) => Socket
  readonly startTimer: StartTimer
  /** Called with seats without a window that this window is to show. */
  readonly onSeatsOffered: (seats: readonly number[]) => void
}

/** The state of the developer's panels, independent of this window's seats. */
export type Observer = ReturnType<typeof createObserver>

export const createObserver = ({
  token,
  log,
  openSocket,
  startTimer,
  onSeatsOffered,
  ...page
}: ObserverOptions) => {
  const state = {
    /** Why the server refused the connection. */
    refusal: signal<string | null>(null),
    app: signal<AppInfo | null>(null),
    /** The entry page's URL on the bundle's origin; null if the manifest cannot be read. */
    frameUrl: signal<string | null>(null),
    problems: signal<CheckResult | null>(null),
    /** The open seats, in this window or in others. */
    taken: signal<readonly number[]>([]),
    /** The access for phones; null if only this machine has access. */
    phoneLinks: signal<PhoneLinks | null>(null),
    /** The live matches of all seats. */
    matches: signal<readonly MatchView[]>([]),
  }

  const onMessage = (message: ObserverMessage) =>
    batch(() => {
      switch (message.type) {
        case 'observing':
          state.refusal.value = null
          state.app.value = message.app
          state.frameUrl.value = message.frameUrl
          state.problems.value = message.problems
          state.taken.value = message.taken
          state.phoneLinks.value = message.phoneLinks
          state.matches.value = []
          log.replace(message.log, Date.parse(message.now))
          break
        case 'reload':
          state.app.value = message.app
          state.frameUrl.value = message.frameUrl
          break
        case 'problems':
          state.problems.value = message.problems
          break
        case 'seats-taken':
          state.taken.value = message.taken
          break
        case 'seats-offered':
          onSeatsOffered(message.seats)
          break
        case 'matches':
          state.matches.value = message.matches
          break
        case 'log':
          log.add(message.entries)
          break
        case 'log-cleared':
          log.replace([])
          break
        case 'refused':
          state.refusal.value = message.message
          break
      }
    })

  const connection = createConnection<ObserverMessage>({
    openSocket,
    startTimer,
    hello: () => ({ type: 'observe', token }),
    ...page,
    onMessage,
  })
  return { ...state, connection: connection.state, reconnect: connection.retryNow }
}
