import { MAX_SEATS } from '../../../host/control/switches.js'
import { Button } from '../controls/button.js'
import { put, typedInto } from '../controls/form.js'
import { Icon, type IconName } from '../controls/icon.js'
import type { ShellParts } from '../parts.js'
import type { Size } from './arrangement.js'
import type { FrameSize } from './frame-sizes.js'
import { whyNotShown } from './frame-sizes.js'

export interface StageToolsProps extends Pick<ShellParts, 'seats' | 'observer' | 'settings' | 'screenshot'> {
  readonly sizes: readonly FrameSize[]
  readonly size: FrameSize
  /** The app's own size in CSS pixels. */
  readonly shown: Size
  readonly scale: number
  /** There is only room for one seat. */
  readonly oneAlone: boolean
}

/** The toolbar above the stage, in one row at every width: frame size, zoom, reload, screenshot, seats. */
export const StageTools = (props: StageToolsProps) => {
  const { seats, observer, settings, screenshot, sizes, size, shown, scale, oneAlone } = props
  const orientation = observer.app.value?.orientation ?? 'any'
  const open = seats.open.value
  const several = open.length > 1
  const running = open.filter(({ page }) => page.value.kind === 'open')
  const free = seats.free.value[0]
  return (
    <div class="stage-bar">
      <div class="stage-tools line" role="toolbar" aria-label="App frame">
        <select
          aria-label="Frame size"
          aria-keyshortcuts="Z"
          title={`${size.description} (Z)`}
          value={size.id}
          onChange={typedInto(settings.frameSize)}
        >
          {sizes.map((choice) => {
            const reason = whyNotShown(choice, orientation)
            return (
              <option key={choice.id} value={choice.id} disabled={reason !== null} title={reason ?? ''}>
                {choice.label}
              </option>
            )
          })}
        </select>
        {!several && (
          <span class="stage-size" title="The app's frame in CSS pixels">
            {Math.round(shown.width)} × {Math.round(shown.height)}
          </span>
        )}
        <Button
          aria-pressed={settings.fit.value}
          aria-keyshortcuts="F"
          title={
            several ? 'Scale the frames down until they fit (F)' : 'Scale the frame down until it fits (F)'
          }
          onClick={put(settings.fit, !settings.fit.value)}
        >
          <Icon name="fit" />
          <span class="tool-label">Fit · </span>
          <span class="tool-figure">{Math.round(scale * 100)}%</span>
        </Button>
        <Tool
          icon="reload"
          label="Reload"
          shortcut="R"
          hint={several ? 'Reload the app in all seats' : 'Reload the app'}
          disabled={running.length === 0}
          onClick={() => {
            for (const seat of running) seat.reload()
          }}
        />
        <Tool
          icon="camera"
          label="Screenshot"
          shortcut="P"
          hint="Save a PNG of the app, at the size of its frame"
          disabled={screenshot.busy.value || seats.chosen.value.page.value.kind !== 'open'}
          onClick={() => void screenshot.take(seats.chosen.value)}
        />
        {several && (
          <select
            class="seat-view"
            aria-label="View"
            title="Show all seats side by side, or one (1 to 8)"
            value={oneAlone || settings.seatView.value === 'one' ? seats.chosen.value.number : 'all'}
            onChange={({ currentTarget: { value } }) => {
              if (value !== 'all') seats.choose(Number(value))
              settings.seatView.value = value === 'all' ? 'all' : 'one'
            }}
          >
            {!oneAlone && <option value="all">All seats</option>}
            {open.map(({ number }) => (
              // Where there is only room for one seat, its head below has the word.
              <option key={number} value={number} aria-label={`Seat ${number}`}>
                {oneAlone ? number : `Seat ${number}`}
              </option>
            ))}
          </select>
        )}
        <Tool
          icon="plus"
          label="Add seat"
          shortcut="S"
          hint={
            free === undefined
              ? `All ${MAX_SEATS} seats are open, here or in other windows`
              : `Add another person: seat ${free}`
          }
          disabled={free === undefined || observer.connection.value !== 'open'}
          onClick={seats.add}
        />
      </div>
      <span role="status" class="stage-word">
        {screenshot.problem.value}
      </span>
    </div>
  )
}

interface ToolProps {
  readonly icon: IconName
  /** Its name; shown where there is room. */
  readonly label: string
  readonly hint: string
  /** The key that does the same. */
  readonly shortcut?: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

const Tool = ({ icon, label, hint, shortcut, disabled, onClick }: ToolProps) => (
  <Button
    title={shortcut === undefined ? hint : `${hint} (${shortcut})`}
    {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut })}
    disabled={disabled ?? false}
    onClick={onClick}
  >
    <Icon name={icon} />
    <span class="tool-label">{label}</span>
  </Button>
)
