import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { FRAME_MIN_WIDTH_PIXELS } from '../../../platform/limits.js'
import type { ShellParts } from '../parts.js'
import type { Size } from './arrangement.js'
import { arrange } from './arrangement.js'
import { FRAME_SIZES, sizeFor } from './frame-sizes.js'
import { SeatSlot, SLOT_HEAD_HEIGHT } from './seat-slot.js'
import { StageTools } from './stage-tools.js'

export type StageProps = Pick<ShellParts, 'seats' | 'observer' | 'log' | 'settings' | 'screenshot'>

/** The height of the host's bar and the width of the frame's border, in pixels, added to the app's size. */
const BAR_HEIGHT = 48
const BORDER = 2
const PHONE_BORDER = 20
const GAP = 16
/** With less space than this, one seat is shown at a time. */
const ROOM_FOR_SEVERAL = 480

/** The app in the selected size: once for every seat in this window. */
export const Stage = (props: StageProps) => {
  const { seats, observer, log, settings } = props
  const room = useRef<HTMLDivElement>(null)
  const available = useSignal<Size>({ width: 800, height: 800 })
  useLayoutEffect(() => {
    const element = room.current
    if (element === null) return
    const measure = (): void => {
      const style = getComputedStyle(element)
      available.value = {
        width:
          element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
        height:
          element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom),
      }
    }
    // Before the first picture: the frame has its final size from the start.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const open = seats.open.value
  const several = open.length > 1
  const narrow = available.value.width < ROOM_FOR_SEVERAL
  const one = several && (narrow || settings.seatView.value === 'one')
  const size = sizeFor(settings.frameSize.value, observer.app.value?.orientation ?? 'any')
  const border = size.phone ? PHONE_BORDER : BORDER
  // As in device.css: where only the narrowest app has room, it has no border at its sides.
  const sides = !size.phone && available.value.width < FRAME_MIN_WIDTH_PIXELS + border ? 0 : border
  const around = { width: sides, height: border + BAR_HEIGHT }
  // The width of an app that fills the height is a maximum (2.10): in a narrow window, the app is narrower.
  const widest =
    size.height === null
      ? Math.max(FRAME_MIN_WIDTH_PIXELS, available.value.width - sides)
      : Number.POSITIVE_INFINITY
  const arrangement = arrange({
    count: one ? 1 : open.length,
    room: available.value,
    wanted: {
      width: size.width === null ? null : Math.min(size.width, widest) + around.width,
      height: size.height === null ? null : size.height + around.height,
    },
    fit: settings.fit.value,
    headHeight: several ? SLOT_HEAD_HEIGHT : 0,
    gap: GAP,
  })
  return (
    <section class="stage" aria-label="App">
      <StageTools
        {...props}
        sizes={FRAME_SIZES}
        size={size}
        shown={{
          width: Math.max(0, arrangement.frame.width - around.width),
          height: Math.max(0, arrangement.frame.height - around.height),
        }}
        scale={arrangement.scale}
        oneAlone={narrow}
      />
      <div class="stage-room" ref={room}>
        <div
          class="seat-slots"
          style={{ gridTemplateColumns: `repeat(${arrangement.columns}, auto)`, gap: `${GAP}px` }}
        >
          {open.map((seat) => (
            <SeatSlot
              key={seat.number}
              seat={seat}
              seats={seats}
              log={log}
              arrangement={arrangement}
              phone={size.phone}
              away={one && seat !== seats.chosen.value}
            />
          ))}
        </div>
      </div>
    </section>
  )
}
