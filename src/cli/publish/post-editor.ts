import { spawn } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { removeFolder } from '../../durable/remove-folder.js'
import { Failure, fileFailure } from '../../failure.js'
import { POST_MAX_CHARACTERS } from '../../platform/publishing.js'
import { didNotStart, shellCommand } from '../../terminal/shell-command.js'
import type { CommandContext } from '../context.js'

/** The end of the text: what stands below is for whoever writes it. */
const CUT = '# ---- Everything from this line on is left out. ----'

const TEMPLATE = `

${CUT}
#
# Write the post above. At most ${POST_MAX_CHARACTERS} characters, no hashtags: the service makes them itself.
# Links get a preview bare, each on a line of its own, at the end of the text.
# An empty text sends nothing.
`

/** A text that was written in an editor, and the file that holds it until it is sent. */
export interface EditedText {
  readonly text: string
  readonly path: string
}

/** The person's editor, as git finds it; null where none is named. */
export const editorOf = ({ environment }: Pick<CommandContext, 'environment'>): string | null =>
  [environment['VISUAL'], environment['EDITOR']].find((name) => (name ?? '').trim() !== '') ?? null

/**
 * Lets the person write a text in their editor. The file holds the text alone afterwards; remove it with
 * `forgetEdited` when it is sent.
 * @throws {Failure} `usage` where the editor does not start; `refused` where it fails, with the text kept, or where
 *   the text is empty
 */
export const editText = async (editor: string, context: CommandContext): Promise<EditedText> => {
  const path = join(await mkdtemp(join(tmpdir(), 'miniapp-post-')), 'post.txt')
  try {
    await writeFile(path, TEMPLATE, { mode: 0o600 })
    const code = await runEditor(editor, path)
    const content = await readFile(path, 'utf8')
    if (didNotStart(code) && content === TEMPLATE) {
      await forgetEdited(path)
      throw new Failure(
        'usage',
        `The editor ${JSON.stringify(editor)} could not be started.`,
        'Name another one in VISUAL or EDITOR, or give the text as an argument, with --file, or on stdin.',
      )
    }
    const text = textOf(content)
    if (text.trim() === '') {
      await forgetEdited(path)
      throw new Failure('refused', 'The text is empty: nothing was sent.')
    }
    await writeFile(path, `${text}\n`)
    if (code !== 0 || context.interrupted.aborted)
      throw new Failure(
        'refused',
        `The editor ended with ${code === null ? 'a signal' : `exit code ${code}`}: nothing was sent.`,
        keptIn(path),
      )
    return { text, path }
  } catch (error) {
    throw fileFailure('write', path, error)
  }
}

/** Where a text is that was not sent. */
export const keptIn = (path: string): string =>
  `Your text is kept in ${path}; go on with miniapp post --file ${path}.`

export const forgetEdited = (path: string): Promise<void> => removeFolder(dirname(path))

/** What stands above the cut; where the person removed it, all but the lines of the template. */
const textOf = (content: string): string => {
  const lines = content.replace(/^\ufeff/, '').split(/\r?\n/)
  const cut = lines.indexOf(CUT)
  const ours = TEMPLATE.split('\n').filter((line) => line !== '')
  const written = cut === -1 ? lines.filter((line) => !ours.includes(line)) : lines.slice(0, cut)
  return written.join('\n').replace(/^\n+/, '').trimEnd()
}

/** The editor's words are a command of the shell, as git takes them. @returns its exit code, null after a signal */
const runEditor = (editor: string, path: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    // Its screen goes where ours goes: stdout may be a pipe for the result.
    const stdio = ['inherit', process.stderr, 'inherit'] as const
    const { program, words, shell } = shellCommand(editor, path)
    const child = spawn(program, [...words], { shell, stdio: [...stdio] })
    child.once('error', reject)
    child.once('close', resolve)
  })
