import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { withSlashes } from '../../../bundle/within.js'
import { writeFileDurably } from '../../../durable/atomic-file.js'
import { Failure, fileFailure, systemErrorCode } from '../../../failure.js'
import type { AiMade, AiRequest } from '../../../host/ai/ai-maker.js'
import { wordsOf } from '../../../stand-ins/words.js'
import type { AiScriptPlaces } from './ai-script.js'
import { fits, readScript } from './script-document.js'

/** What came of a request: made, or refused for what it asks. */
export type Recordable = AiMade | { readonly status: 'blocked' }

interface Heard {
  readonly request: AiRequest
  readonly answer: Recordable
}

/** Enough for a long afternoon; an app that makes more keeps the latest. */
const MOST_KEPT = 500
const MOST_BYTES = 256 * 1_048_576

/** Keeps what AI was asked and answered since the start, to write it into the script when the developer wants it. */
export class AiRecorder {
  readonly #heard: Heard[] = []
  #bytes = 0

  /** How many answers could be recorded. */
  get size(): number {
    return this.#heard.length
  }

  hear(request: AiRequest, answer: Recordable): void {
    this.#heard.push({ request, answer })
    this.#bytes += bytesOf(answer)
    while (this.#heard.length > MOST_KEPT || this.#bytes > MOST_BYTES) {
      const oldest = this.#heard.shift()
      if (oldest !== undefined) this.#bytes -= bytesOf(oldest.answer)
    }
  }

  clear(): void {
    this.#heard.length = 0
    this.#bytes = 0
  }

  /**
   * Adds what was heard to the script, each prompt once, pictures and sounds as files beside it. What the script answers
   * already stays as it is, with its comments.
   * @returns how many answers were added
   * @throws {Failure} `refused` where the script is damaged, `usage` where it cannot be written
   */
  async record({ path, project }: AiScriptPlaces): Promise<number> {
    const before = await readScriptText(path)
    const script = readScript(before)
    if ('problems' in script)
      throw new Failure(
        'refused',
        `Nothing was recorded, since ai.json is damaged: ${script.problems.join('; ')}.`,
        'Mend it first.',
      )
    const answers = [...script.answers]
    let text = before
    let added = 0
    for (const { request, answer } of this.#heard) {
      if (answers.some((entry) => fits(entry, request.capability, request.prompt))) continue
      const outcome = await outcomeOf(answer, request, answers.length, path, project)
      const entry = { for: request.capability, prompt: request.prompt, ...outcome }
      answers.push(entry)
      added += 1
      text = applyEdits(
        text,
        modify(text, ['answers', answers.length - 1], entry, {
          isArrayInsertion: true,
          formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' },
        }),
      )
    }
    if (added > 0) await write(path, text)
    return added
  }
}

const EMPTY_SCRIPT = '{\n  "schema": 1,\n  "answers": []\n}\n'

const bytesOf = (answer: Recordable): number => ('bytes' in answer ? answer.bytes.length : 0)

const readScriptText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return EMPTY_SCRIPT
    throw fileFailure('read', path, error)
  }
}

/** Folder of the pictures and sounds of a script, beside it. */
const FOLDER = 'ai'

const outcomeOf = async (
  answer: Recordable,
  request: AiRequest,
  index: number,
  path: string,
  project: string,
): Promise<{ refuse: 'blocked' } | { text: string } | { file: string }> => {
  if ('status' in answer) return { refuse: answer.status }
  if (answer.kind === 'answer') return { text: answer.text }
  const words = wordsOf(request.prompt)
    .join('-')
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 40)
  const extension = answer.kind === 'picture' ? 'png' : 'wav'
  const file = join(dirname(path), FOLDER, `${index + 1}${words === '' ? '' : `-${words}`}.${extension}`)
  await write(file, answer.bytes)
  return { file: withSlashes(relative(project, file)) }
}

const write = async (path: string, content: string | Uint8Array): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFileDurably(path, content)
  } catch (error) {
    throw fileFailure('write', path, error)
  }
}
