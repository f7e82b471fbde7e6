import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { cannot, usageFailure } from '../../failure.js'
import type { CommandContext } from '../context.js'

/** Far more than any text of the API can hold: a wrong file is rejected before it fills the memory. */
const MAX_TEXT_BYTES = 1_048_576

/** The text of a post. */
export interface PostSource {
  readonly text: string
  /** The editor's file that holds it until it is sent; null for other sources. */
  readonly edited: string | null
  /** Whether it came from stdin, so that it is nowhere else. */
  readonly piped: boolean
}

/**
 * The text of a post: the argument, else `--file`, else stdin (also for `-` as argument or file), else, if
 * stdin is a terminal, an editor. One line break at the end, as editors and `echo` add, is removed.
 */
export const readPostText = async (
  argument: string | undefined,
  file: string | undefined,
  context: CommandContext,
): Promise<PostSource> => {
  if (!needsEditor(argument, file, context))
    return {
      text: await readGivenText(argument, file, context),
      edited: null,
      piped: file === '-' || (file === undefined && (argument === undefined || argument === '-')),
    }
  const { editorOf, editText } = await import('./post-editor.js')
  const editor = editorOf(context)
  if (editor === null || !context.interactive)
    throw usageFailure(
      'No text to post.',
      'Pass the text as an argument, with --file, or on stdin, or set VISUAL or EDITOR to an editor.',
    )
  const { text, path } = await editText(editor, context)
  return { text, edited: path, piped: false }
}

/** Whether no source of text was given. */
export const needsEditor = (
  argument: string | undefined,
  file: string | undefined,
  { stdin }: Pick<CommandContext, 'stdin'>,
): boolean => stdin.isTTY === true && argument === undefined && file === undefined

const readGivenText = async (
  argument: string | undefined,
  file: string | undefined,
  context: CommandContext,
): Promise<string> => {
  if (argument !== undefined && argument !== '-') {
    if (file === undefined) return argument
    throw usageFailure('The text was given both as an argument and with --file.', 'Use only one of them.')
  }
  return file === undefined ? await readStdin(context) : await readTextFile(file, context)
}

/** Reads a small text file; `-` is stdin. */
export const readTextFile = async (file: string, context: CommandContext): Promise<string> =>
  file === '-' ? await readStdin(context) : decode(await readFileBounded(resolve(context.cwd, file)), file)

/** Reads stdin as text. */
export const readStdin = async (context: CommandContext): Promise<string> =>
  decode(await readBounded(context.stdin, 'stdin', MAX_TEXT_BYTES), 'stdin')

const readFileBounded = async (path: string): Promise<Buffer> => {
  const handle = await open(path).catch(cannot('read', path))
  try {
    const stream = handle.createReadStream({ autoClose: false })
    return await readBounded(stream, path, MAX_TEXT_BYTES).catch(cannot('read', path))
  } finally {
    await handle.close()
  }
}

/**
 * Reads a stream into memory.
 * @throws {Failure} `usage` if it is longer than allowed
 */
export const readBounded = async (
  stream: AsyncIterable<unknown>,
  name: string,
  maxBytes: number,
): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    bytes += part.byteLength
    if (bytes > maxBytes)
      throw usageFailure(
        `${name} is larger than the limit of ${Math.round(maxBytes / 1_048_576)} MB.`,
        'Check that this is the right file.',
      )
    chunks.push(part)
  }
  return Buffer.concat(chunks)
}

const decode = (bytes: Buffer, name: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '')
  } catch (error) {
    throw usageFailure(`${name} is not valid UTF-8 text.`, 'Save it as UTF-8 and try again.', error)
  }
}
