import type { AiMaker, AiRequest, Scripted } from '../ai/ai-maker.js'
import type { FollowedScript } from '../log/call-log.js'

/**
 * What `ai.json` said in a replay: the log tells how long it took and what it refused, but not what it gave, in place of
 * which the stand-ins make something.
 */
export class LoggedScript {
  /** What was said to requests that are about to be made again, by their prompt: the first first. */
  readonly #expected = new Map<string, FollowedScript[]>()

  /** A call is about to be made to which the script said something. */
  expect(params: unknown, said: FollowedScript): void {
    const prompt: unknown =
      typeof params === 'object' && params !== null ? Reflect.get(params, 'prompt') : null
    if (typeof prompt !== 'string') return
    const expected = this.#expected.get(prompt) ?? []
    expected.push(said)
    this.#expected.set(prompt, expected)
  }

  /** The maker as it was when the log was recorded. */
  before(maker: AiMaker): AiMaker {
    return {
      scripted: async (request) => this.#saidTo(request),
      make: (request) => maker.make(request),
      blocked: (request) => maker.blocked(request),
    }
  }

  #saidTo({ prompt }: AiRequest): Scripted | null {
    const said = this.#expected.get(prompt)?.shift()
    if (said === undefined) return null
    const { delayMs, answer } = said
    return {
      place: 'ai.json',
      delayMs,
      answer: answer === null || answer === 'given' ? null : { status: answer },
    }
  }
}
