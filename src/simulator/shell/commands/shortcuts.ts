import type { Command } from './command.js'

/** The parts of a `KeyboardEvent` that decide. */
export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
  readonly defaultPrevented: boolean
}

/** What a key press asks for; null if it is not a shortcut. */
export type Shortcut = { readonly kind: 'palette' } | { readonly kind: 'command'; readonly command: Command }

/**
 * Reads a key press. Ctrl-K and Cmd-K open the palette from everywhere in the shell; keys of commands count only where nobody types.
 * The app's own keys do not reach the shell.
 * @param typing whether a text field has the focus, or a dialog is open
 */
export const readShortcut = (
  { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented }: Pressed,
  commands: readonly Command[],
  typing: boolean,
): Shortcut | null => {
  if (repeat || altKey || defaultPrevented) return null
  if (ctrlKey || metaKey) return ctrlKey !== metaKey && key.toLowerCase() === 'k' ? { kind: 'palette' } : null
  if (typing) return null
  const command = commands.find((one) => one.available && one.key === key.toLowerCase())
  return command === undefined ? null : { kind: 'command', command }
}

/** Whether keys are text where the focus is. */
export const isTyping = (document: Document): boolean => {
  const focused = document.activeElement
  if (document.querySelector('dialog[open]') !== null) return true
  if (focused instanceof HTMLInputElement) return !UNTYPED_INPUTS.has(focused.type)
  return (
    focused instanceof HTMLTextAreaElement ||
    focused instanceof HTMLSelectElement ||
    (focused instanceof HTMLElement && focused.isContentEditable)
  )
}

/** Inputs in which letters and digits do nothing. */
const UNTYPED_INPUTS: ReadonlySet<string> = new Set([
  'radio',
  'checkbox',
  'button',
  'submit',
  'reset',
  'file',
  'range',
])
