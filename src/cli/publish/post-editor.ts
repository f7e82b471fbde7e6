import { spawn } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { removeFolder } from '../../durable/folders.js'
import { Failure, fileFailure, usageFailure } from '../../failure.js'
import { POST_MAX_CHARACTERS } from '../../platform/publishing.js'
import { didNotStart, shellCommand } from '../../terminal/shell.js'
import type { CommandContext } from '../context.js'

/** Marks the end of the text; the instructions are below it. */
const CUT = '# ---- Everything below this line is ignored. ----'

const TEMPLATE = `

${CUT}
#
# Write the post above: at most ${POST_MAX_CHARACTERS} characters, no hashtags (the service adds them).
# For previews, put each link on its own line at the end of the text.
# An empty text cancels the post.
`

/** A text written in an editor, and the file that holds it until it is sent. */
export interface EditedText {
  readonly text: string
  readonly path: string
}

/** The user's editor, found as git does; null if none is set. */
export const editorOf = ({ environment }: Pick<CommandContext, 'environment'>): string | null =>
  [environment['VISUAL'], environment['EDITOR']].find((name) => (name ?? '').trim() !== '') ?? null

/**
 * Lets the user write a text in their editor. Afterwards the file contains only the text; remove it with
 * `forgetEdited` once the text is sent.
 * @throws {Failure} `usage` if the editor does not start; `refused` if it fails (the text is kept) or the
 *   text is empty
 */
export const editText = async (editor: string, context: CommandContext): Promise<EditedText> => {
  const path = join(await mkdtemp(join(tmpdir(), 'miniapp-post-')), 'post.txt')
  try {
    await writeFile(path, TEMPLATE, { mode: 0o600 })
    const code = await runEditor(editor, path)
    const content = await readFile(path, 'utf8')
    if (didNotStart(code) && content === TEMPLATE) {
      await forgetEdited(path)
      throw usageFailure(
        `Could not start the editor ${JSON.stringify(editor)}.`,
        'Set VISUAL or EDITOR to another editor, or pass the text as an argument, with --file, or on stdin.',
      )
    }
    const text = textOf(content)
    if (text.trim() === '') {
      await forgetEdited(path)
      throw new Failure('refused', 'The text is empty; nothing was sent.')
    }
    await writeFile(path, `${text}\n`)
    if (code !== 0 || context.interrupted.aborted)
      throw new Failure(
        'refused',
        `The editor ended with ${code === null ? 'a signal' : `exit code ${code}`}; nothing was sent.`,
        keptIn(path),
      )
    return { text, path }
  } catch (error) {
    throw fileFailure('write', path, error)
  }
}

/** Where the unsent text is. */
export const keptIn = (path: string): string =>
  `Your text is saved in ${path}. To continue, run miniapp post --file ${path}.`

export const forgetEdited = (path: string): Promise<void> => removeFolder(dirname(path))

/** The text above the cut; if the user deleted the cut, everything except the template's lines. */
const textOf = (content: string): string => {
  const lines = content.replace(/^\ufeff/, '').split(/\r?\n/)
  const cut = lines.indexOf(CUT)
  const ours = TEMPLATE.split('\n').filter((line) => line !== '')
  const written = cut === -1 ? lines.filter((line) => !ours.includes(line)) : lines.slice(0, cut)
  return written.join('\n').replace(/^\n+/, '').trimEnd()
}

/**
 * The editor setting is a shell command, as for git.
 * @returns its exit code, null after a signal
 */
const runEditor = (editor: string, path: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    // The editor draws on stderr: stdout may be a pipe for the result.
    const stdio = ['inherit', process.stderr, 'inherit'] as const
    const { program, words, shell } = shellCommand(editor, path)
    const child = spawn(program, [...words], { shell, stdio: [...stdio] })
    child.once('error', reject)
    child.once('close', resolve)
  })
