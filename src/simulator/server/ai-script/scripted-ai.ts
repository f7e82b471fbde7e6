import type { AiMaker } from '../../../host/ai/ai-maker.js'
import type { CallLog } from '../../../host/log/call-log.js'
import { AiScript, type AiScriptPlaces } from './ai-script.js'
import { AiRecorder } from './recorder.js'

/** AI by the developer's script, or else by the stand-ins, whose results can be recorded into the script. */
export class ScriptedAi {
  readonly script: AiScript
  /** Answers requests, and keeps what the stand-ins made. */
  readonly maker: AiMaker
  readonly #recorder = new AiRecorder()
  readonly #places: AiScriptPlaces
  readonly #log: CallLog

  /**
   * @param makeByStandIn answers what the script does not answer
   * @param onNotice called with the script's problems, which are also logged
   */
  constructor(
    places: AiScriptPlaces,
    makeByStandIn: AiMaker['make'],
    log: CallLog,
    onNotice: (message: string) => void,
  ) {
    this.#places = places
    this.#log = log
    this.script = new AiScript(places, (message) => {
      log.note(1, message)
      onNotice(message)
    })
    this.maker = {
      scripted: (request) => this.script.answerTo(request),
      make: async (request) => {
        const made = await makeByStandIn(request)
        this.#recorder.add(request, made)
        return made
      },
      blocked: (request) => this.#recorder.add(request, { status: 'blocked' }),
    }
  }

  /** How many answers can be recorded into the script. */
  get recordable(): number {
    return this.#recorder.size
  }

  /**
   * Records AI requests and answers since the start into `ai.json`. Only one recording at a time.
   * @returns how many answers were added
   * @throws {Failure} if the script is invalid or cannot be written
   */
  async record(): Promise<number> {
    const added = await this.#recorder.record(this.#places)
    await this.script.refresh()
    this.#log.note(1, `${added} ${added === 1 ? 'answer was' : 'answers were'} recorded into ai.json.`)
    return added
  }

  /** Discards what could be recorded. */
  forget(): void {
    this.#recorder.clear()
  }
}
