import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { within } from '../../../bundle/paths.js'
import { describeSystemError, systemErrorCode } from '../../../failure.js'
import type { AiMade, AiRequest, Scripted } from '../../../host/ai/ai-maker.js'
import { loadSharp } from '../../../load-sharp.js'
import { Mutex } from '../../../mutex.js'
import type { Json } from '../../../platform/calls/shape.js'
import { AI_IMAGE_SIDE_PIXELS } from '../../../platform/limits.js'
import { parseJson } from '../../../platform/text.js'
import { cut } from '../../../stand-ins/answer-text.js'
import { fitSound } from './fit-sound.js'
import { fits, readScript, type ScriptDocument, type ScriptEntry } from './script-document.js'

export interface AiScriptPlaces {
  /** The script, usually `.miniapp/ai.json`. */
  readonly path: string
  /** The folder that paths in the script are relative to. */
  readonly project: string
}

/** The developer's script of AI answers, `ai.json`. A saved change applies to the next request. */
export class AiScript {
  readonly #places: AiScriptPlaces
  readonly #report: (message: string) => void
  readonly #readText: (path: string) => Promise<string>
  readonly #mutex = new Mutex()
  #text: string | null = null
  #document: ScriptDocument = EMPTY
  #problems: readonly string[] = []

  /**
   * @param report called with the script's problems, once each time it is saved
   * @param readText reads a file as UTF-8; tests pass their own
   */
  constructor(
    places: AiScriptPlaces,
    report: (message: string) => void,
    readText: (path: string) => Promise<string> = (path) => readFile(path, 'utf8'),
  ) {
    this.#places = places
    this.#report = report
    this.#readText = readText
  }

  get path(): string {
    return this.#places.path
  }

  /** The number of answers. */
  get entries(): number {
    return this.#document.answers.length
  }

  /** The script's problems. While there are any, the script is not used. */
  get problems(): readonly string[] {
    return this.#problems
  }

  /** Reads the script again if it was saved. One read at a time, so that the last one has the latest text. */
  refresh(): Promise<void> {
    return this.#mutex.run(() => this.#refresh())
  }

  async #refresh(): Promise<void> {
    const text = await this.#read()
    if (text === this.#text) return
    this.#text = text
    const read = text === null ? EMPTY : readScript(text)
    this.#document = 'problems' in read ? EMPTY : read
    this.#problems = 'problems' in read ? read.problems : []
    if (this.#problems.length > 0)
      this.#report(
        `${NAME} is not used: ${this.#problems.slice(0, MOST_REPORTED).join('; ')}. Fix it and save it.`,
      )
  }

  /** The script's answer to a request, or null. */
  async answerTo(request: AiRequest): Promise<Scripted | null> {
    await this.refresh()
    const index = this.#document.answers.findIndex((entry) => fits(entry, request.capability, request.prompt))
    const entry = this.#document.answers[index]
    if (entry === undefined) return null
    const location = `${NAME}, answers.${index}`
    const outcome = await this.#outcome(entry, request)
    if (typeof outcome !== 'string') return { location, delayMs: entry.delay ?? null, answer: outcome }
    this.#report(`${location}: ${outcome} The stand-in answers instead.`)
    return { location, delayMs: entry.delay ?? null, answer: null }
  }

  /** @returns the outcome, or a text that says why there is none */
  async #outcome(entry: ScriptEntry, request: AiRequest): Promise<Scripted['answer'] | string> {
    if (entry.refuse !== undefined) return { status: entry.refuse }
    if (request.capability === 'ai.assistant') {
      if (entry.json === undefined && entry.text === undefined) return null
      // The platform applies `max_chars` to every answer.
      const text = cut(entry.text ?? JSON.stringify(entry.json), request.maxCharacters)
      return { kind: 'answer', text, json: request.json ? ((parseJson(text) ?? null) as Json) : null }
    }
    if (entry.file === undefined) return null
    const bytes = await this.#readFile(entry.file)
    if (typeof bytes === 'string') return bytes
    const made = await madeOf(bytes, request)
    return (
      made ??
      `${entry.file} is not a ${request.capability === 'ai.image' ? 'picture' : 'WAV file with PCM samples'}.`
    )
  }

  async #read(): Promise<string | null> {
    try {
      return await this.#readText(this.#places.path)
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return null
      const words = describeSystemError(error)
      if (words === undefined) throw error
      // Not JSON, so that it is reported like every other problem of the script.
      return `cannot be read: ${words}`
    }
  }

  /** A file of the project. Links out of the project are not followed. */
  async #readFile(file: string): Promise<Uint8Array | string> {
    const { project } = this.#places
    try {
      const path = await realpath(join(project, file))
      if (isAbsolute(file) || within(await realpath(project), path) === null)
        return `${file} is outside the project.`
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
const MOST_REPORTED = 5

/** Converts a picture to AI's PNG, or a sound to the requested length. Null if the bytes are neither. */
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
