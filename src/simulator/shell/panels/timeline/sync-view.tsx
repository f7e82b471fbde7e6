import type { MatchView } from '../../../../host/matches/match-view.js'
import { SeatMark } from '../../controls/seat-mark.js'
import { TopicLink } from '../../docs/topic-link.js'
import { seatWords } from './entry-row.js'

/** How the states of the apps of a match compare, as far as they post them. */
export const SyncView = ({ match: { code, sync } }: { readonly match: MatchView }) => {
  if (sync === null)
    return (
      <p class="sync muted small">
        {code}: to find where players get out of sync, let the app{' '}
        <TopicLink topic="guides/compare-states">post its state</TopicLink>.
      </p>
    )
  const { compared, difference, seats } = sync
  const stopped = seats.filter((seat) => seat.stopped)
  return (
    <section class="sync" aria-label={`States of ${code}`}>
      {difference === null ? (
        <p role="status">
          <strong class="mono">{code}</strong>{' '}
          {compared === 0
            ? 'Nothing to compare yet: no two players have posted the same number.'
            : `All states agree: ${compared} compared.`}
        </p>
      ) : (
        <div role="alert">
          <p class="failure">
            <strong class="mono">{code}</strong> States differ, first at <strong>{difference.number}</strong>.
          </p>
          <ul class="sync-hashes">
            {difference.hashes.map(({ hash, seats: having }) => (
              <li key={hash}>
                {having.map((seat) => (
                  <SeatMark key={seat} seat={seat} />
                ))}
                <code>{hash}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p class="muted small">
        Latest: {seats.map(({ seat, number }) => `seat ${seat} at ${number}`).join(', ')}.
        {stopped.length > 0 && (
          <strong class="failure">
            {' '}
            No more states from {seatWords(stopped.map(({ seat }) => seat)).toLowerCase()}.
          </strong>
        )}
        {seats.some(({ repeated }) => repeated > 0) &&
          ' Repeated numbers are not compared: count up during the whole match.'}
      </p>
    </section>
  )
}
