import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import type { OpenSeat } from '../../../../control/simulator-answers.js'
import type { EveryoneSeated } from '../../../../host/matches/match-step-request.js'
import { robotWords } from '../../../../host/matches/robot-control.js'
import { Button, IconButton } from '../../controls/button.js'
import { Alert } from '../../controls/form.js'
import { SeatMark } from '../../controls/seat-mark.js'
import type { ShellParts } from '../../parts.js'
import type { Refreshed } from '../use-refreshed.js'
import { RobotForm } from './robot-form.js'

export interface PeopleSectionProps extends Pick<ShellParts, 'observer' | 'control'> {
  readonly people: Refreshed<readonly OpenSeat[]>
}

/** The people in the seats: their nicknames, their matches, and a button that brings all of them into one. */
export const PeopleSection = ({ observer, control, people }: PeopleSectionProps) => {
  const { value: seats, problem, refresh, run } = people
  const outcome = useSignal<string | null>(null)
  const places = useComputed(() =>
    [
      observer.taken.value.join(),
      ...observer.matches.value.map(({ id, players }) => `${id} ${players.map(({ seat }) => seat).join()}`),
    ].join(';'),
  )
  // Seats and matches change without an entry in the log.
  useSignalEffect(() => {
    places.value
    void refresh()
  })
  const codes = new Map(observer.matches.value.map(({ id, code }) => [id, code]))
  const seatEveryone = (): void => {
    void run(async () => {
      outcome.value = inWords(await control.seatEveryone(), codes)
    })
  }
  return (
    <section class="people" aria-label="People">
      <div class="people-head line wrap">
        <h2>People</h2>
        <Button title="Give every seat a nickname, and put them all in an open match" onClick={seatEveryone}>
          Put everyone in a match
        </Button>
      </div>
      <p class="muted small" role="status">
        {outcome.value}
      </p>
      <Alert text={problem.value} />
      <ul>
        {(seats.value ?? []).map((seat) => (
          <PersonRow
            key={seat.seat}
            person={seat}
            code={seat.match === null ? null : (codes.get(seat.match) ?? null)}
            onNickname={(nickname) =>
              run(() => control.editData({ edit: 'set-nickname', seat: seat.seat, nickname }))
            }
            onRemove={() => void run(() => control.closeSeat(seat.seat))}
          />
        ))}
      </ul>
      <RobotForm
        seats={(seats.value ?? []).filter(({ robot }) => robot === null).map(({ seat }) => seat)}
        onAdd={(plan) => void run(() => control.addRobot(plan))}
      />
    </section>
  )
}

interface PersonRowProps {
  readonly person: OpenSeat
  /** The code of the person's match, or null. */
  readonly code: string | null
  /** @param nickname null removes it */
  readonly onNickname: (nickname: string | null) => Promise<boolean>
  readonly onRemove: () => void
}

const PersonRow = ({ person, code, onNickname, onRemove }: PersonRowProps) => {
  const { seat, nickname, running, window, robot } = person
  return (
    <li>
      <SeatMark seat={seat} />
      <input
        type="text"
        class="text-input"
        aria-label={`Nickname of seat ${seat}`}
        placeholder="no nickname"
        spellcheck={false}
        autocomplete="off"
        value={nickname ?? ''}
        onChange={async ({ currentTarget }) => {
          const text = currentTarget.value.trim()
          if (text === (nickname ?? '')) return
          if (!(await onNickname(text === '' ? null : text))) currentTarget.value = nickname ?? ''
        }}
      />
      <span class="muted small">
        {[
          code === null ? (running ? 'not in a match' : 'the app is not open') : `in ${code}`,
          robot === null ? (window ? null : 'no window') : `robot: ${robotWords(robot)}`,
        ]
          .filter((words) => words !== null)
          .join(' · ')}
      </span>
      {!window && (
        <IconButton
          icon="close"
          label={`Close seat ${seat}`}
          title={robot === null ? 'Close this seat' : 'Remove this robot'}
          onClick={onRemove}
        />
      )}
    </li>
  )
}

/** What became of seating everyone. */
const inWords = ({ match, seats }: EveryoneSeated, codes: ReadonlyMap<string, string>): string => {
  if (match === null) return 'Every seat has a nickname. No match is open: host one in an app first.'
  const left = seats.filter(({ seated }) => !seated).map(({ seat, why }) => `Seat ${seat}: ${why}`)
  return [
    `Seats in ${codes.get(match) ?? 'the match'}: ${seats.length - left.length} of ${seats.length}. Each app joins with its next host or join call.`,
    ...left,
  ].join(' ')
}
