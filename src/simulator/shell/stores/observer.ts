import type { ReadonlySignal, Signal } from '@preact/signals'
import { batch, signal } from '@preact/signals'
import type { CheckResult } from '../../../check/problem.js'
import type { MatchView } from '../../../host/matches/match-view.js'
import type { StartTimer } from '../../../rpc/transport.js'
import type { AppInfo, ObserverMessage, PhoneLinks } from '../../messages.js'
import type { ConnectionState, PageOptions, Socket, SocketHandlers } from '../bridge/connection.js'
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

/**
 * The state of the developer's panels, independent of this window's seats: the app, its problems, the log,
 * and the seats.
 */
export interface Observer {
  readonly connection: ReadonlySignal<ConnectionState>
  /** Why the server refused the connection. */
  readonly refusal: ReadonlySignal<string | null>
  readonly app: ReadonlySignal<AppInfo | null>
  /** The entry page's URL on the bundle's origin; null if the manifest cannot be read. */
  readonly frameUrl: ReadonlySignal<string | null>
  readonly problems: ReadonlySignal<CheckResult | null>
  /** The open seats, in this window or in others. */
  readonly taken: ReadonlySignal<readonly number[]>
  /** The access for phones; null if only this machine has access. */
  readonly phoneLinks: Signal<PhoneLinks | null>
  /** The live matches of all seats. */
  readonly matches: ReadonlySignal<readonly MatchView[]>
  reconnect(): void
}

export const createObserver = ({
  token,
  log,
  openSocket,
  startTimer,
  onSeatsOffered,
  ...page
}: ObserverOptions): Observer => {
  const refusal = signal<string | null>(null)
  const app = signal<AppInfo | null>(null)
  const frameUrl = signal<string | null>(null)
  const problems = signal<CheckResult | null>(null)
  const taken = signal<readonly number[]>([])
  const phoneLinks = signal<PhoneLinks | null>(null)
  const matches = signal<readonly MatchView[]>([])

  const onMessage = (message: ObserverMessage) =>
    batch(() => {
      switch (message.type) {
        case 'observing':
          refusal.value = null
          app.value = message.app
          frameUrl.value = message.frameUrl
          problems.value = message.problems
          taken.value = message.taken
          phoneLinks.value = message.phoneLinks
          matches.value = []
          log.replace(message.log, Date.parse(message.now))
          break
        case 'reload':
          app.value = message.app
          frameUrl.value = message.frameUrl
          break
        case 'problems':
          problems.value = message.problems
          break
        case 'seats-taken':
          taken.value = message.taken
          break
        case 'seats-offered':
          onSeatsOffered(message.seats)
          break
        case 'matches':
          matches.value = message.matches
          break
        case 'log':
          log.add(message.entries)
          break
        case 'log-cleared':
          log.replace([])
          break
        case 'refused':
          refusal.value = message.message
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
  return {
    connection: connection.state,
    refusal,
    app,
    frameUrl,
    problems,
    taken,
    phoneLinks,
    matches,
    reconnect: connection.retryNow,
  }
}
