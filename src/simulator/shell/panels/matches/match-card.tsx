import { seatOfAppUser } from '../../../../host/control/switches.js'
import type { MatchMessageView, MatchPlayerView, MatchView } from '../../../../host/matches/match-view.js'
import { MINUTE_MS, SECOND_MS } from '../../../../platform/units.js'
import { IconButton } from '../../controls/button.js'
import { CopyButton } from '../../controls/copy-button.js'
import { SeatMark } from '../../controls/seat-mark.js'
import { useAction } from '../../controls/use-action.js'
import type { ShellParts } from '../../parts.js'
import { formatTime } from '../calls/log-row.js'
import { previewJson } from '../calls/preview-json.js'
import { formatLongTime } from '../host-time.js'
import { MatchControls, type SteerMatch } from './match-controls.js'

const MESSAGE_CHARACTERS = 240

export interface MatchCardProps extends Pick<ShellParts, 'control'> {
  readonly match: MatchView
  /** The host's time; null until known. */
  readonly now: number | null
  /** The seats in which robots play. */
  readonly robots: readonly number[]
  readonly onDrop: (seat: number) => void
}

/** A live match: its facts, its players, its latest messages, and the developer's controls. */
export const MatchCard = ({ match, now, robots, control, onDrop }: MatchCardProps) => {
  const { problem, run } = useAction()
  const steer: SteerMatch = (step) => run(() => control.steerMatch(match.id, step))
  return (
    <section class="match" aria-label={`Match ${match.code}`}>
      <div class="match-head line wrap">
        <h2 class="mono">{match.code}</h2>
        <CopyButton label="Copy the code" text={() => match.code} />
        <span class="muted">
          {match.players.length} of {match.maxPlayers} players · {match.public ? 'public' : 'private'}
        </span>
      </div>
      <dl class="facts">
        <dt>{match.ends === 'idle' ? 'Closes if nobody joins' : 'Closes'}</dt>
        <dd>
          {now === null ? '…' : `in ${formatLongTime(roundUpToMinute(Date.parse(match.endsAt) - now))}`}
        </dd>
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
                <span class="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {match.players.map((player) => (
              <PlayerRow
                key={player.id}
                player={player}
                host={player.id === match.host}
                robot={robots.includes(player.seat)}
                steer={steer}
                onDrop={onDrop}
              />
            ))}
          </tbody>
        </table>
      </div>
      <MatchControls match={match} problem={problem.value} steer={steer} />
      {match.messages.length > 0 && (
        <ol class="match-messages" aria-label="Latest messages">
          {match.messages.map((message) => (
            <MessageRow key={message.seq} message={message} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface PlayerRowProps {
  readonly player: MatchPlayerView
  readonly host: boolean
  readonly robot: boolean
  readonly steer: SteerMatch
  readonly onDrop: (seat: number) => void
}

const PlayerRow = ({ player, host, robot, steer, onDrop }: PlayerRowProps) => (
  <tr>
    <th scope="row">
      <span class="match-player line">
        <SeatMark seat={player.seat} />
        <span class="match-nickname">{player.nickname ?? 'no nickname'}</span>
        {host && <span class="match-host">host</span>}
        {robot && <span class="match-waiting">robot</span>}
        {player.waiting && (
          <span class="match-waiting" title="Waiting: the app joins with its next host or join call">
            seated
          </span>
        )}
      </span>
    </th>
    <td data-figure="/s">{player.perSecond}</td>
    <td data-figure="sent">{player.sent}</td>
    <td data-figure="received">{player.received}</td>
    <td data-figure="dropped" class={player.dropped > 0 ? 'failure' : ''}>
      {player.dropped}
    </td>
    <td data-figure="lost" class={player.lost > 0 ? 'failure' : ''}>
      {player.lost}
    </td>
    <td class="match-actions">
      <IconButton
        icon="crown"
        label={`Make seat ${player.seat} the host`}
        title="Make this player the host"
        disabled={host}
        onClick={() => void steer({ action: 'host', seat: player.seat })}
      />
      <IconButton
        icon="unplug"
        label={`Drop the connection of seat ${player.seat}`}
        title="Drop the connection: this player gets connection_lost (3.4)"
        onClick={() => onDrop(player.seat)}
      />
      <IconButton
        icon="close"
        label={`Kick seat ${player.seat}`}
        title="Kick: removes this player. Their app gets the event closed (unavailable)"
        onClick={() => void steer({ action: 'kick', seat: player.seat })}
      />
    </td>
  </tr>
)

const MessageRow = ({ message }: { readonly message: MatchMessageView }) => (
  <li>
    <span class="row-time">{formatTime(message.at)}</span>
    <SeatMark seat={seatOfAppUser(message.from)} />
    <span class="muted" aria-hidden="true">
      →
    </span>
    <span class="visually-hidden">to</span>
    {message.to === null ? <span class="muted">all</span> : <SeatMark seat={seatOfAppUser(message.to)} />}
    {message.madeUp === true && <span class="match-host">by hand</span>}
    <code class="match-data cut">{previewJson(message.data, MESSAGE_CHARACTERS)}</code>
    {message.lostTo.length > 0 && (
      <span class="failure">
        not delivered to {message.lostTo.map((player) => `seat ${seatOfAppUser(player)}`).join(', ')}
      </span>
    )}
  </li>
)

/** Rounded to minutes except for the last one, so that the value does not flicker. */
const roundUpToMinute = (milliseconds: number): number => {
  const left = Math.max(0, milliseconds)
  return left > MINUTE_MS ? Math.ceil(left / MINUTE_MS) * MINUTE_MS : Math.ceil(left / SECOND_MS) * SECOND_MS
}
