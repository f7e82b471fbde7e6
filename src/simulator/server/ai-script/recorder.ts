import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { withSlashes } from '../../../bundle/paths.js'
import { writeFileDurably } from '../../../durable/atomic-file.js'
import { cannot, Failure, fileFailure, nullIfMissing } from '../../../failure.js'
import type { AiMade, AiRequest } from '../../../host/ai/ai-maker.js'
import { latinWords } from '../../../platform/text.js'
import { MB } from '../../../platform/units.js'
import type { AiScriptPlaces } from './ai-script.js'
import { fits, readScript } from './script-document.js'

/** The outcome of a request: a result, or a block because of its content. */
export type Recordable = AiMade | { readonly status: 'blocked' }

interface Recorded {
  readonly request: AiRequest
  readonly answer: Recordable
}

/** If an app makes more requests, the latest are kept. */
const MOST_KEPT = 500
const MOST_BYTES = 256 * MB

/** Keeps AI requests and answers since the start, so that the developer can write them into the script. */
export class AiRecorder {
  readonly #recorded: Recorded[] = []
  #bytes = 0

  /** How many answers could be recorded. */
  get size(): number {
    return this.#recorded.length
  }

  add(request: AiRequest, answer: Recordable): void {
    this.#recorded.push({ request, answer })
    this.#bytes += bytesOf(answer)
    while (this.#recorded.length > MOST_KEPT || this.#bytes > MOST_BYTES) {
      const oldest = this.#recorded.shift()
      if (oldest !== undefined) this.#bytes -= bytesOf(oldest.answer)
    }
  }

  clear(): void {
    this.#recorded.length = 0
    this.#bytes = 0
  }

  /**
   * Adds the kept answers to the script, each prompt once, with pictures and sounds as files beside it. Existing answers
   * and comments stay.
   * @returns how many answers were added
   * @throws {Failure} `refused` if the script is invalid, `usage` if it cannot be written
   */
  async record({ path, project }: AiScriptPlaces): Promise<number> {
    const before = await readScriptText(path)
    const script = readScript(before)
    if ('problems' in script)
      throw new Failure(
        'refused',
        `Nothing was recorded because ai.json is not valid: ${script.problems.join('; ')}.`,
        'Fix it first.',
      )
    const answers = [...script.answers]
    let text = before
    let added = 0
    for (const { request, answer } of this.#recorded) {
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

const readScriptText = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(nullIfMissing).catch(cannot('read', path))) ?? EMPTY_SCRIPT

/** The words of a prompt for a file name, as far as they are in Latin letters. */
const fileWords = (prompt: string): string => latinWords(prompt).slice(0, 40)

/** The folder for a script's pictures and sounds, beside the script. */
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
  const words = fileWords(request.prompt)
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
