import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../controls/icon.js'
import { Segmented } from '../controls/segmented.js'
import { FRAME_SIZES, sizeFor, whyNotShown } from '../frame-sizes.js'
import type { LogStore } from '../log-store.js'
import type { Seat } from '../seat.js'
import type { Settings } from '../settings.js'
import { Device } from './device.js'

export interface StageProps {
  readonly seat: Seat
  readonly log: LogStore
  readonly settings: Settings
}

/** The bar of the host and the frame's border, in pixels, that come on top of the app's own size. */
const BAR_HEIGHT = 48
const BORDER = 2
const PHONE_BORDER = 20
const SMALLEST_SCALE = 0.4

/** Where the app stands, in the size that was chosen. */
export const Stage = ({ seat, log, settings }: StageProps) => {
  const room = useRef<HTMLDivElement>(null)
  const available = useSignal({ width: 800, height: 800 })
  useEffect(() => {
    const element = room.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const style = getComputedStyle(element)
      available.value = {
        width:
          element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
        height:
          element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom),
      }
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const orientation = seat.app.value?.orientation ?? 'any'
  const size = sizeFor(settings.frameSize.value, orientation)
  const border = size.phone ? PHONE_BORDER : BORDER
  const width = size.width ?? Math.max(0, available.value.width - border)
  const height = size.height ?? Math.max(0, available.value.height - border - BAR_HEIGHT)
  const outer = { width: width + border, height: height + border + BAR_HEIGHT }
  const scale = settings.fit.value
    ? Math.max(
        SMALLEST_SCALE,
        Math.min(1, available.value.width / outer.width, available.value.height / outer.height),
      )
    : 1

  return (
    <section class="stage" aria-label="App">
      <div class="stage-tools">
        <Segmented
          label="Frame size"
          value={size.id}
          choices={FRAME_SIZES.map(({ id, label, description, ...rest }) => ({
            value: id,
            label,
            title: description,
            disabled: whyNotShown({ id, label, description, ...rest }, orientation),
          }))}
          onChange={(id) => {
            settings.frameSize.value = id
          }}
        />
        <span class="stage-size" title="The app's frame in CSS pixels">
          {Math.round(width)} × {Math.round(height)}
        </span>
        <button
          type="button"
          class="button"
          aria-pressed={settings.fit.value}
          title="Scale the frame down until it fits"
          onClick={() => {
            settings.fit.value = !settings.fit.value
          }}
        >
          <Icon name="fit" />
          Fit · {Math.round(scale * 100)} %
        </button>
        <button
          type="button"
          class="button"
          title="Load the app again"
          disabled={seat.page.value.kind !== 'open'}
          onClick={seat.reload}
        >
          <Icon name="reload" />
          Reload
        </button>
      </div>
      <div class="stage-room" ref={room} data-stale={seat.connection.value !== 'open'}>
        <div
          class="device-place"
          style={{ width: `${outer.width * scale}px`, height: `${outer.height * scale}px` }}
        >
          <div
            class={`device ${size.phone ? 'device-phone' : 'device-window'}`}
            data-theme={seat.switches.value.theme}
            style={{
              width: `${outer.width}px`,
              height: `${outer.height}px`,
              transform: scale === 1 ? 'none' : `scale(${scale})`,
            }}
          >
            <Device seat={seat} log={log} />
          </div>
        </div>
      </div>
    </section>
  )
}
