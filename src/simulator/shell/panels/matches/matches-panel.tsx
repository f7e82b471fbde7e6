import { ScrollArea } from '../../controls/scroll-area.js'
import type { ShellParts } from '../../parts.js'
import { hostNow, useRealNow } from '../host-time.js'
import { useRefreshed } from '../use-refreshed.js'
import { MatchCard } from './match-card.js'
import { PeopleSection } from './people-section.js'

export type MatchesPanelProps = Pick<ShellParts, 'seats' | 'observer' | 'control' | 'log'>

/** The people in the seats, and the live matches, with details only for the developer: rates and messages. */
export const MatchesPanel = ({ seats, observer, control, log }: MatchesPanelProps) => {
  const { value: clock } = useRefreshed(log, control.clock)
  const realNow = useRealNow()
  const now = clock.value === null ? null : hostNow(clock.value, realNow)
  const matches = observer.matches.value
  const people = useRefreshed(log, control.seats)
  const robots = (people.value.value ?? []).flatMap(({ seat, robot }) => (robot === null ? [] : [seat]))
  return (
    <ScrollArea className="scroll-panel" label="Live matches">
      <PeopleSection observer={observer} control={control} people={people} />
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
            robots={robots}
            control={control}
            onDrop={(seat) => seats.chosen.value.dropConnection(seat)}
          />
        ))
      )}
    </ScrollArea>
  )
}
