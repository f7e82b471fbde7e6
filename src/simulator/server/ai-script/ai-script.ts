import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { within } from '../../../bundle/within.js'
import { describeSystemError, systemErrorCode } from '../../../failure.js'
import type { AiMade, AiRequest, Scripted } from '../../../host/ai/ai-maker.js'
import { loadSharp } from '../../../load-sharp.js'
import { AI_IMAGE_SIDE_PIXELS } from '../../../platform/limits.js'
import { cut } from '../../../stand-ins/answers/cut.js'
import { Turns } from '../turns.js'
import { fitSound } from './fit-sound.js'
import { fits, readScript, type ScriptDocument, type ScriptEntry } from './script-document.js'

export interface AiScriptPlaces {
  /** The script itself, most often `.miniapp/ai.json`. */
  readonly path: string
  /** The folder that the files in it are named from. */
  readonly project: string
}

/** What the developer wants AI to answer, as `ai.json` says now: a saved file counts from the next request on. */
export class AiScript {
  readonly #places: AiScriptPlaces
  readonly #tell: (message: string) => void
  readonly #readText: (path: string) => Promise<string>
  readonly #turns = new Turns()
  #text: string | null = null
  #document: ScriptDocument = EMPTY
  #problems: readonly string[] = []

  /**
   * @param tell the developer of what is wrong with it, once for each time that it was saved
   * @param readText reads a file as UTF-8, from the disk; a test's own
   */
  constructor(
    places: AiScriptPlaces,
    tell: (message: string) => void,
    readText: (path: string) => Promise<string> = (path) => readFile(path, 'utf8'),
  ) {
    this.#places = places
    this.#tell = tell
    this.#readText = readText
  }

  get path(): string {
    return this.#places.path
  }

  /** How many answers it holds. */
  get entries(): number {
    return this.#document.answers.length
  }

  /** What is wrong with it; while something is, none of it counts. */
  get problems(): readonly string[] {
    return this.#problems
  }

  /** Reads the script again if it was saved. One look follows on the other: what is read last is what was saved last. */
  refresh(): Promise<void> {
    return this.#turns.run(() => this.#refresh())
  }

  async #refresh(): Promise<void> {
    const text = await this.#read()
    if (text === this.#text) return
    this.#text = text
    const read = text === null ? EMPTY : readScript(text)
    this.#document = 'problems' in read ? EMPTY : read
    this.#problems = 'problems' in read ? read.problems : []
    if (this.#problems.length > 0)
      this.#tell(
        `${NAME} is not used: ${this.#problems.slice(0, MOST_TOLD).join('; ')}. Mend it and save it.`,
      )
  }

  /** What it says to a request; null where it says nothing. */
  async answerTo(request: AiRequest): Promise<Scripted | null> {
    await this.refresh()
    const index = this.#document.answers.findIndex((entry) => fits(entry, request.capability, request.prompt))
    const entry = this.#document.answers[index]
    if (entry === undefined) return null
    const location = `${NAME}, answers.${index}`
    const outcome = await this.#outcome(entry, request)
    if (typeof outcome !== 'string') return { location, delayMs: entry.delay ?? null, answer: outcome }
    this.#tell(`${location}: ${outcome} The stand-in answers instead.`)
    return { location, delayMs: entry.delay ?? null, answer: null }
  }

  /** @returns a text where it cannot be done: why */
  async #outcome(entry: ScriptEntry, request: AiRequest): Promise<Scripted['answer'] | string> {
    if (entry.refuse !== undefined) return { status: entry.refuse }
    if (request.capability === 'ai.assistant') {
      if (entry.json === undefined && entry.text === undefined) return null
      // The platform keeps to `max_chars`, whatever the script says.
      const text = cut(entry.text ?? JSON.stringify(entry.json), request.maxCharacters)
      return { kind: 'answer', text, json: request.json ? parsed(text) : null }
    }
    if (entry.file === undefined) return null
    const bytes = await this.#readFile(entry.file)
    if (typeof bytes === 'string') return bytes
    const made = await madeOf(bytes, request)
    return (
      made ??
      `${entry.file} is no ${request.capability === 'ai.image' ? 'picture' : 'WAV with plain samples (PCM)'}.`
    )
  }

  async #read(): Promise<string | null> {
    try {
      return await this.#readText(this.#places.path)
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return null
      const words = describeSystemError(error)
      if (words === undefined) throw error
      // No JSON, so that it is told like everything else that is wrong with it.
      return `cannot be read: ${words}`
    }
  }

  /** A file of the project; a link does not lead out of it. */
  async #readFile(file: string): Promise<Uint8Array | string> {
    const { project } = this.#places
    try {
      const path = await realpath(join(project, file))
      if (isAbsolute(file) || within(await realpath(project), path) === null)
        return `${file} is not within the project.`
      return await readFile(path)
    } catch (error) {
      const words = describeSystemError(error)
      if (words === undefined) throw error
      return `${file} cannot be read: ${words}.`
    }
  }
}

const EMPTY: ScriptDocument = { answers: [] }
const NAME = 'ai.json'
const MOST_TOLD = 5

/** JSON that does not parse is null (4.7). */
const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A picture becomes the PNG that AI makes, a sound as long as was asked for; null where it is neither. */
const madeOf = async (bytes: Uint8Array, request: AiRequest): Promise<AiMade | null> => {
  if (request.capability === 'ai.audio') {
    const sound = fitSound(bytes, request.seconds)
    return sound === null ? null : { kind: 'sound', bytes: sound, seconds: request.seconds }
  }
  const sharp = await loadSharp()
  const side = AI_IMAGE_SIDE_PIXELS
  try {
    const picture = await sharp(bytes).rotate().resize(side, side, { fit: 'cover' }).png().toBuffer()
    return { kind: 'picture', bytes: picture, width: side, height: side }
  } catch {
    return null
  }
}
