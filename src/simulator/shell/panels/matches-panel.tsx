import type { MatchMessageView, MatchPlayerView, MatchView } from '../../../host/matches/match-view.js'
import { MINUTE_MS, SECOND_MS } from '../../../platform/units.js'
import type { Control } from '../control.js'
import { CopyButton } from '../controls/copy-button.js'
import { Icon } from '../controls/icon.js'
import { ScrollArea } from '../controls/scroll-area.js'
import { SeatMark } from '../controls/seat-mark.js'
import type { LogStore } from '../log-store.js'
import type { Observer } from '../observer.js'
import { previewJson } from '../preview-json.js'
import type { Seats } from '../seats.js'
import { hostNow, useRealNow } from './host-time.js'
import { formatTime } from './log-row.js'
import { formatLongTime } from './long-time.js'
import { seatOfPlayer } from './seat-of-player.js'
import { useRefreshed } from './use-refreshed.js'

export interface MatchesPanelProps {
  readonly seats: Seats
  readonly observer: Observer
  readonly control: Control
  readonly log: LogStore
}

const MESSAGE_CHARACTERS = 240

/** The live matches, with details only for the developer: players, message rates and messages. */
export const MatchesPanel = ({ seats, observer, control, log }: MatchesPanelProps) => {
  const { value: clock } = useRefreshed(log, control.clock)
  const realNow = useRealNow()
  const now = clock.value === null ? null : hostNow(clock.value, realNow)
  const matches = observer.matches.value
  return (
    <ScrollArea className="scroll-panel" label="Live matches">
      {matches.length === 0 ? (
        <div class="empty">
          <p>No open matches.</p>
          <p>
            <code>Service.multiplayer.host()</code> creates one, and <code>join()</code> joins with its code.
            Add a seat to play both sides. Latency, jitter and loss are switches of each seat.
          </p>
        </div>
      ) : (
        matches.map((match) => (
          <MatchCard
            key={match.id}
            match={match}
            now={now}
            onDrop={(seat) => seats.chosen.value.dropConnection(seat)}
          />
        ))
      )}
    </ScrollArea>
  )
}

interface MatchCardProps {
  readonly match: MatchView
  /** The host's time; null until known. */
  readonly now: number | null
  readonly onDrop: (seat: number) => void
}

const MatchCard = ({ match, now, onDrop }: MatchCardProps) => (
  <section class="match" aria-label={`Match ${match.code}`}>
    <div class="match-head">
      <h2 class="mono">{match.code}</h2>
      <CopyButton label="Copy the code" text={() => match.code} />
      <span class="muted">
        {match.players.length} of {match.maxPlayers} players · {match.public ? 'public' : 'private'}
      </span>
    </div>
    <dl class="facts">
      <dt>{match.ends === 'idle' ? 'Closes if nobody joins' : 'Closes'}</dt>
      <dd>{now === null ? '…' : `in ${formatLongTime(roundUpToMinute(Date.parse(match.endsAt) - now))}`}</dd>
      <dt>ID</dt>
      <dd class="mono">{match.id}</dd>
      {Object.keys(match.meta).length > 0 && (
        <>
          <dt>meta</dt>
          <dd class="mono">{previewJson(match.meta, MESSAGE_CHARACTERS)}</dd>
        </>
      )}
    </dl>
    <div class="match-table">
      <table>
        <caption class="visually-hidden">Players</caption>
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col" title="Messages sent in the last full second">
              <span aria-hidden="true">/s</span>
              <span class="visually-hidden">a second</span>
            </th>
            <th scope="col">sent</th>
            <th scope="col">received</th>
            <th scope="col" title="Dropped because of the rate limit (8.3)">
              dropped
            </th>
            <th scope="col" title="Lost because of the network switch">
              lost
            </th>
            <th>
              <span class="visually-hidden">Connection</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {match.players.map((player) => (
            <PlayerRow key={player.id} player={player} host={player.id === match.host} onDrop={onDrop} />
          ))}
        </tbody>
      </table>
    </div>
    {match.messages.length > 0 && (
      <ol class="match-messages" aria-label="Latest messages">
        {match.messages.map((message) => (
          <MessageRow key={message.seq} message={message} />
        ))}
      </ol>
    )}
  </section>
)

interface PlayerRowProps {
  readonly player: MatchPlayerView
  readonly host: boolean
  readonly onDrop: (seat: number) => void
}

const PlayerRow = ({ player, host, onDrop }: PlayerRowProps) => (
  <tr>
    <th scope="row">
      <span class="match-player">
        <SeatMark seat={player.seat} />
        <span class="match-nickname">{player.nickname ?? 'no nickname'}</span>
        {host && <span class="match-host">host</span>}
      </span>
    </th>
    <td>{player.perSecond}</td>
    <td>{player.sent}</td>
    <td>{player.received}</td>
    <td class={player.dropped > 0 ? 'failure' : ''}>{player.dropped}</td>
    <td class={player.lost > 0 ? 'failure' : ''}>{player.lost}</td>
    <td>
      <button
        type="button"
        class="icon-button"
        aria-label={`Drop the connection of seat ${player.seat}`}
        title="Drop the connection: this player gets connection_lost (3.4)"
        onClick={() => onDrop(player.seat)}
      >
        <Icon name="unplug" />
      </button>
    </td>
  </tr>
)

const MessageRow = ({ message }: { readonly message: MatchMessageView }) => (
  <li>
    <span class="row-time">{formatTime(message.at)}</span>
    <SeatMark seat={seatOfPlayer(message.from)} />
    <span class="muted" aria-hidden="true">
      →
    </span>
    <span class="visually-hidden">to</span>
    {message.to === null ? <span class="muted">all</span> : <SeatMark seat={seatOfPlayer(message.to)} />}
    <code class="match-data">{previewJson(message.data, MESSAGE_CHARACTERS)}</code>
    {message.lostTo.length > 0 && (
      <span class="failure">
        lost to {message.lostTo.map((player) => `seat ${seatOfPlayer(player)}`).join(', ')}
      </span>
    )}
  </li>
)

/** Rounded to minutes except for the last one, so that the value does not flicker. */
const roundUpToMinute = (milliseconds: number): number => {
  const left = Math.max(0, milliseconds)
  return left > MINUTE_MS ? Math.ceil(left / MINUTE_MS) * MINUTE_MS : Math.ceil(left / SECOND_MS) * SECOND_MS
}
