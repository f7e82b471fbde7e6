import { Dialog } from '../controls/dialog.js'
import { type Command, keyLabel } from './command.js'

export interface ShortcutsDialogProps {
  readonly commands: readonly Command[]
  readonly onClose: () => void
}

/** The keys of the shell. */
export const ShortcutsDialog = ({ commands, onClose }: ShortcutsDialogProps) => {
  const seats = commands.filter(({ key }) => key !== null && /^\d$/.test(key))
  const others = commands.filter((command) => command.key !== null && !seats.includes(command))
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <dl class="shortcuts stack">
        {others.map(({ id: command, key, label }) => (
          <div key={command}>
            <dt>
              <kbd>{keyLabel(key ?? '')}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>1</kbd> – <kbd>{seats.length}</kbd>
          </dt>
          <dd>Go to a seat</dd>
        </div>
        <div>
          <dt>
            <kbd>Ctrl</kbd> <kbd>K</kbd>
          </dt>
          <dd>Command palette (Cmd K on a Mac)</dd>
        </div>
      </dl>
      <p class="muted">Letters and digits work when neither a text field nor the app has the focus.</p>
    </Dialog>
  )
}
