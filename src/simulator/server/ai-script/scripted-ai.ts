import type { AiMaker } from '../../../host/ai/ai-maker.js'
import type { CallLog } from '../../../host/log/call-log.js'
import { AiScript, type AiScriptPlaces } from './ai-script.js'
import { AiRecorder } from './recorder.js'

/** AI as the developer's script has it, else by the stand-ins; what the stand-ins made can be written into the script. */
export class ScriptedAi {
  readonly script: AiScript
  /** Answers, and remembers what the stand-ins made. */
  readonly maker: AiMaker
  readonly #recorder = new AiRecorder()
  readonly #places: AiScriptPlaces
  readonly #log: CallLog

  /**
   * @param makeByStandIn makes what the script does not answer
   * @param onNotice told of what is wrong with the script, as the log is
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
      log.add({ kind: 'note', seat: 1, message })
      onNotice(message)
    })
    this.maker = {
      scripted: (request) => this.script.answerTo(request),
      make: async (request) => {
        const made = await makeByStandIn(request)
        this.#recorder.hear(request, made)
        return made
      },
      blocked: (request) => this.#recorder.hear(request, { status: 'blocked' }),
    }
  }

  /** How many answers could be recorded into the script. */
  get recordable(): number {
    return this.#recorder.size
  }

  /**
   * Writes what AI was asked and answered since the start into `ai.json`. One recording at a time.
   * @returns how many answers were added
   * @throws {Failure} where the script is damaged or cannot be written
   */
  async record(): Promise<number> {
    const added = await this.#recorder.record(this.#places)
    await this.script.refresh()
    this.#log.add({
      kind: 'note',
      seat: 1,
      message: `${added} ${added === 1 ? 'answer was' : 'answers were'} recorded into ai.json.`,
    })
    return added
  }

  /** Forgets what could be recorded. */
  forget(): void {
    this.#recorder.clear()
  }
}
