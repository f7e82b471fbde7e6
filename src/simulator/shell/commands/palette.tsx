import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useModal } from '../controls/dialog.js'
import { type Command, findCommands, keyLabel } from './command.js'

export interface PaletteProps {
  readonly commands: readonly Command[]
  readonly onClose: () => void
}

/** How many commands are listed: more are found by more letters. */
const MOST_SHOWN = 60

/** Everything that the shell can do, found by typing: arrow keys choose, Enter runs. */
export const Palette = ({ commands, onClose }: PaletteProps) => {
  const id = useId()
  const dialog = useModal()
  const list = useRef<HTMLDivElement>(null)
  const search = useSignal('')
  const chosen = useSignal(0)
  useEffect(() => {
    list.current?.children[chosen.value]?.scrollIntoView({ block: 'nearest' })
  }, [chosen.value])
  const found = findCommands(commands, search.value)
  const shown = found.slice(0, MOST_SHOWN)
  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    // Closed first: a command may open another dialog, or move the focus.
    dialog.current?.close()
    command.run()
  }
  const move = (event: KeyboardEvent): void => {
    const target = { ArrowDown: chosen.value + 1, ArrowUp: chosen.value - 1 }[event.key]
    if (target !== undefined && shown.length > 0) {
      event.preventDefault()
      chosen.value = (target + shown.length) % shown.length
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(shown[chosen.value])
    }
  }
  const optionId = (index: number): string => `${id}-${index}`
  return (
    <dialog class="dialog palette" aria-label="Command palette" ref={dialog} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? optionId(chosen.value) : undefined}
        placeholder="Search panels, switches, faults, seats, docs"
        spellcheck={false}
        autocomplete="off"
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value
          chosen.value = 0
        }}
        onKeyDown={move}
      />
      <div
        class="palette-list"
        role="listbox"
        aria-label="Commands"
        id={`${id}-list`}
        ref={list}
        tabIndex={-1}
      >
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above handles the keys
          <div
            key={command.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen.value}
            onClick={() => run(command)}
          >
            <span class="palette-group cut">{command.group}</span>
            <span class="palette-label">{command.label}</span>
            {command.key !== null && <kbd>{keyLabel(command.key)}</kbd>}
          </div>
        ))}
      </div>
      <p class="palette-rest" role="status">
        {found.length === 0
          ? 'No command matches.'
          : found.length > shown.length
            ? `${found.length - shown.length} more: type to narrow the list.`
            : null}
      </p>
    </dialog>
  )
}
