import { existsSync } from 'node:fs'
import guessEditor from 'launch-editor/guess.js'
import { Failure } from '../../../failure.js'

/** A program and its first arguments. */
export interface EditorCommand {
  readonly program: string
  readonly args: readonly string[]
}

const CHOOSE =
  'Set MINIAPP_EDITOR to the command of an editor with a window, such as `code`, and start `miniapp dev` again.'

/** Editors that run in a terminal: the one of `miniapp dev` has keys of its own. */
const IN_TERMINAL: ReadonlySet<string> = new Set([
  'ed',
  'emacs',
  'helix',
  'hx',
  'joe',
  'kak',
  'mcedit',
  'micro',
  'nano',
  'ne',
  'nvim',
  'pico',
  'vi',
  'vim',
])

/**
 * The person's editor: the one that they chose, one that is running, or that of `VISUAL` or `EDITOR`.
 * @param chosen its command; null if they chose none
 * @param guess finds one that they did not choose
 * @throws {Failure} if there is none, or if it needs a terminal
 */
export const findEditor = (
  chosen: string | null,
  guess: (specified?: string) => readonly unknown[] = guessEditor,
): EditorCommand => {
  const [found] = chosen === null ? guess() : [chosen]
  if (typeof found !== 'string' || found.trim() === '')
    throw new Failure('refused', 'No editor was found.', CHOOSE)
  // A path may have spaces; anything else is a command with arguments.
  const words = existsSync(found) ? [found] : guess(found)
  const [program, ...args] = words.filter((word) => typeof word === 'string')
  if (program === undefined || args.length + 1 < words.length)
    throw new Failure('refused', `${found} is not the command of an editor.`, CHOOSE)
  const name = program.replace(/^.*[/\\]/, '').replace(/\.(exe|cmd|bat)$/i, '')
  if (IN_TERMINAL.has(name))
    throw new Failure(
      'refused',
      `Your editor ${name} runs in a terminal, so it cannot open from here.`,
      CHOOSE,
    )
  return { program, args }
}
