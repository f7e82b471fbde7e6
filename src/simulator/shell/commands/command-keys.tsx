import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SnapshotInfo } from '../../../control/simulator-answers.js'
import { wordsOfError } from '../../../platform/text.js'
import { Alert, into, put } from '../controls/form.js'
import type { ShellParts } from '../parts.js'
import { PhoneDialog } from '../stage/phone-dialog.js'
import type { CommandTargets } from './command-sources.js'
import { Palette } from './palette.js'
import { shellCommands } from './shell-commands.js'
import { isTyping, readShortcut } from './shortcuts.js'
import { ShortcutsDialog } from './shortcuts-dialog.js'

export type CommandKeysProps = CommandTargets & Pick<ShellParts, 'dialog'>

/** The shell's shortcuts, and the dialogs that they and the toolbar open. */
export const CommandKeys = ({ dialog, ...sources }: CommandKeysProps) => {
  const { control, docs, settings, observer, seats } = sources
  const snapshots = useSignal<readonly SnapshotInfo[]>([])
  const failure = useSignal<string | null>(null)
  const commands = shellCommands({
    ...sources,
    snapshots: snapshots.value,
    showPhone: put(dialog, 'phone'),
    showShortcuts: put(dialog, 'shortcuts'),
    focusFilter: () => {
      settings.tab.value = 'calls'
      focusOnceDrawn('.calls input[type="search"]')
    },
    focusSwitch: (label) => {
      settings.tab.value = 'switches'
      focusOnceDrawn(`.panels input[name="${CSS.escape(label)}"]`)
    },
    focusFrameSize: () => document.querySelector<HTMLElement>('.stage-tools select')?.focus(),
    onFailure: into(failure),
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // Meant for the app, whose page is still loading.
      if (document.activeElement instanceof HTMLIFrameElement) return
      const shortcut = readShortcut(event, commands, isTyping(document))
      if (shortcut === null) return
      event.preventDefault()
      failure.value = null
      if (shortcut.kind === 'command') shortcut.command.run()
      else if (document.querySelector('dialog[open]') === null) dialog.value = 'palette'
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  useEffect(() => {
    if (dialog.value !== 'palette') return
    docs.load()
    control.snapshots().then(into(snapshots), (error: unknown) => {
      failure.value = wordsOfError(error)
    })
  }, [dialog.value])
  const close = put(dialog, null)
  return (
    <>
      {dialog.value === 'palette' && <Palette commands={commands} onClose={close} />}
      {dialog.value === 'shortcuts' && <ShortcutsDialog commands={commands} onClose={close} />}
      {dialog.value === 'phone' && (
        <PhoneDialog
          links={observer.phoneLinks.value}
          free={seats.free.value}
          onOpen={async () => {
            const links = await control.openToPhones()
            observer.phoneLinks.value = links
            return links
          }}
          onClose={close}
        />
      )}
      <Alert text={failure.value} className="command-failure" />
    </>
  )
}

/** Moves the focus into a panel that was just selected. */
const focusOnceDrawn = (selector: string): void => {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLInputElement>(selector)
    element?.focus()
    element?.select()
  })
}
