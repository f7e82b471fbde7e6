import { useSignal } from '@preact/signals'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { Icon } from '../controls/icon.js'
import { Segmented } from '../controls/segmented.js'
import type { FrameSize } from '../frame-sizes.js'
import { whyNotShown } from '../frame-sizes.js'
import type { Observer } from '../observer.js'
import type { Seats } from '../seats.js'
import type { Settings } from '../settings.js'
import type { Size } from './arrangement.js'
import { PhoneDialog } from './phone-dialog.js'
import { ScreenshotButton } from './screenshot-button.js'

export interface StageToolsProps {
  readonly seats: Seats
  readonly observer: Observer
  readonly settings: Settings
  readonly sizes: readonly FrameSize[]
  readonly size: FrameSize
  /** The app's own size in CSS pixels. */
  readonly shown: Size
  readonly scale: number
  /** There is only room for one seat. */
  readonly oneAlone: boolean
}

/** The toolbar above the stage: frame size and seats. */
export const StageTools = (props: StageToolsProps) => {
  const { seats, observer, settings, sizes, size, shown, scale, oneAlone } = props
  const phone = useSignal(false)
  const orientation = observer.app.value?.orientation ?? 'any'
  const open = seats.open.value
  const several = open.length > 1
  const running = open.filter(({ page }) => page.value.kind === 'open')
  return (
    <div class="stage-tools">
      <Segmented
        label="Frame size"
        value={size.id}
        choices={sizes.map((choice) => ({
          value: choice.id,
          label: choice.label,
          title: choice.description,
          disabled: whyNotShown(choice, orientation),
        }))}
        onChange={(id) => {
          settings.frameSize.value = id
        }}
      />
      {!several && (
        <span class="stage-size" title="The app's frame in CSS pixels">
          {Math.round(shown.width)} × {Math.round(shown.height)}
        </span>
      )}
      <button
        type="button"
        class="button"
        aria-pressed={settings.fit.value}
        title={several ? 'Scale the frames down until they fit' : 'Scale the frame down until it fits'}
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
        title={several ? 'Reload the app in all seats' : 'Reload the app'}
        disabled={running.length === 0}
        onClick={() => {
          for (const seat of running) seat.reload()
        }}
      >
        <Icon name="reload" />
        Reload
      </button>
      <ScreenshotButton seat={seats.chosen.value} />
      {several && !oneAlone && (
        <Segmented
          label="Seats shown"
          value={settings.seatView.value}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'one', label: 'One' },
          ]}
          onChange={(view) => {
            settings.seatView.value = view
          }}
        />
      )}
      {several && (oneAlone || settings.seatView.value === 'one') && (
        <Segmented
          label="Seat shown"
          value={String(seats.chosen.value.number)}
          choices={open.map(({ number }) => ({
            value: String(number),
            label: String(number),
            title: `Seat ${number}`,
          }))}
          onChange={(number) => seats.choose(Number(number))}
        />
      )}
      <button
        type="button"
        class="button"
        title={
          seats.free.value.length > 0
            ? `Add another user: seat ${seats.free.value[0]}`
            : `All ${MAX_SEATS} seats are open, here or in other windows`
        }
        disabled={seats.free.value.length === 0 || observer.connection.value !== 'open'}
        onClick={seats.add}
      >
        <Icon name="plus" />
        Add seat
      </button>
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        aria-label="Phone …"
        title="Let a real phone take a seat"
        onClick={() => {
          phone.value = true
        }}
      >
        <Icon name="phone" />
      </button>
      {phone.value && (
        <PhoneDialog
          links={observer.phoneLinks.value}
          free={seats.free.value}
          onClose={() => {
            phone.value = false
          }}
        />
      )}
    </div>
  )
}
