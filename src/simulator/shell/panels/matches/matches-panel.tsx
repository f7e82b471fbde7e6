import { useSignal } from '@preact/signals'
import type { MatchStepRequest } from '../../../../host/matches/match-step-request.js'
import type { MatchView } from '../../../../host/matches/match-view.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import type { Seats } from '../../seat/seats.js'
import type { Control } from '../../stores/control.js'
import type { LogStore } from '../../stores/log-store.js'
import type { Observer } from '../../stores/observer.js'
import { hostNow, useRealNow } from '../host-time.js'
import { useRefreshed } from '../use-refreshed.js'
import { MatchCard } from './match-card.js'
import { PeopleSection } from './people-section.js'

export interface MatchesPanelProps {
  readonly seats: Seats
  readonly observer: Observer
  readonly control: Control
  readonly log: LogStore
}

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
          <SteeredMatch
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

interface SteeredMatchProps {
  readonly match: MatchView
  readonly now: number | null
  readonly robots: readonly number[]
  readonly control: Control
  readonly onDrop: (seat: number) => void
}

/** A match with its controls, and what went wrong with the last one. */
const SteeredMatch = ({ match, now, robots, control, onDrop }: SteeredMatchProps) => {
  const problem = useSignal<string | null>(null)
  const steer = async (step: MatchStepRequest): Promise<boolean> => {
    try {
      await control.steerMatch(match.id, step)
      problem.value = null
      return true
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error)
      return false
    }
  }
  return (
    <MatchCard
      match={match}
      now={now}
      robots={robots}
      problem={problem.value}
      steer={steer}
      onDrop={onDrop}
    />
  )
}
