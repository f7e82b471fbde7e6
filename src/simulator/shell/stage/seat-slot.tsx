import { useEffect, useRef } from 'preact/hooks'
import { IconButton } from '../controls/button.js'
import { SeatMark } from '../controls/seat-mark.js'
import { describeSeat } from '../panels/switch-words.js'
import type { ShellParts } from '../parts.js'
import { hasLeft, type Seat } from '../seat/seat.js'
import type { Arrangement } from './arrangement.js'
import { Device } from './device.js'

/** The height above a frame if there are several, in pixels. */
export const SLOT_HEAD_HEIGHT = 32

export interface SeatSlotProps extends Pick<ShellParts, 'seats' | 'log'> {
  readonly seat: Seat
  readonly arrangement: Arrangement
  readonly phone: boolean
  /** Another seat is shown instead; this one's app keeps running. */
  readonly away: boolean
}

/** One user's seat: who it is, and their device. */
export const SeatSlot = ({ seat, seats, log, arrangement, phone, away }: SeatSlotProps) => {
  const { frame, scale } = arrangement
  const several = seats.open.value.length > 1
  const chosen = seats.chosen.value === seat
  const description = describeSeat(seat.switches.value)
  const slot = useRef<HTMLElement>(null)
  const isSelected = several && chosen && !away
  useEffect(() => {
    const room = slot.current?.closest('.stage-room')
    if (isSelected && slot.current !== null && room instanceof HTMLElement) reveal(slot.current, room)
  }, [isSelected])
  return (
    <section
      class="seat-slot"
      ref={slot}
      aria-label={`Seat ${seat.number}`}
      data-seat={seat.number}
      data-chosen={several && chosen}
      data-away={away}
      data-stale={seat.connection.value !== 'open' && !hasLeft(seat)}
      inert={away}
      style={{ width: `${frame.width * scale}px` }}
    >
      {several && (
        <div class="seat-slot-head line" style={{ height: `${SLOT_HEAD_HEIGHT}px` }}>
          <button
            type="button"
            class="seat-slot-name line"
            aria-pressed={chosen}
            title={`Select seat ${seat.number} for the panels${description === '' ? '' : `: ${description}`}`}
            onClick={() => seats.choose(seat.number)}
          >
            <SeatMark seat={seat.number} />
            <span class="seat-slot-words cut">
              {/* Short, since the number precedes it and space is limited. */}
              <bdi>{seat.nickname.value ?? `Seat ${seat.number}`}</bdi>
              <span class="muted"> {description}</span>
            </span>
          </button>
          <IconButton
            icon="reload"
            label={`Reload seat ${seat.number}`}
            title="Reload the app"
            disabled={seat.page.value.kind !== 'open'}
            onClick={seat.reload}
          />
          <IconButton
            icon="close"
            label={`Remove seat ${seat.number}`}
            title="Remove this seat from the window; its saved data is kept"
            onClick={() => seats.remove(seat.number)}
          />
        </div>
      )}
      <div
        class="device-place"
        style={{ width: `${frame.width * scale}px`, height: `${frame.height * scale}px` }}
      >
        <div
          class={`device ${phone ? 'device-phone' : 'device-window'}`}
          data-theme={seat.switches.value.theme}
          style={{
            width: `${frame.width}px`,
            height: `${frame.height}px`,
            transform: scale === 1 ? 'none' : `scale(${scale})`,
          }}
        >
          <Device seat={seat} log={log} />
        </div>
      </div>
    </section>
  )
}

/** Scrolls a seat into sight that a shortcut or a panel selected, but not the page around the room of the seats. */
const reveal = (slot: HTMLElement, room: HTMLElement): void => {
  const inner = slot.getBoundingClientRect()
  const outer = room.getBoundingClientRect()
  if (inner.top < outer.top) room.scrollTop -= outer.top - inner.top
  // What is higher than the room starts at its top.
  else if (inner.bottom > outer.bottom)
    room.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top)
}
