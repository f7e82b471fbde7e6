import type { AiMaker, AiRequest, Scripted } from '../ai/ai-maker.js'
import type { FollowedScript } from '../log/call-log.js'

/**
 * The answers of `ai.json` in a replay. The log has its delays and refusals, but not its results: the stand-ins make
 * results instead.
 */
export class LoggedScript {
  /** The answers to requests that are about to be repeated, by their prompt, in order. */
  readonly #expected = new Map<string, FollowedScript[]>()

  /** Prepares for a call that the script answered. */
  expect(params: unknown, answer: FollowedScript): void {
    const prompt: unknown =
      typeof params === 'object' && params !== null ? Reflect.get(params, 'prompt') : null
    if (typeof prompt !== 'string') return
    const expected = this.#expected.get(prompt) ?? []
    expected.push(answer)
    this.#expected.set(prompt, expected)
  }

  /** A maker that answers as `ai.json` did when the log was recorded. */
  wrap(maker: AiMaker): AiMaker {
    return {
      scripted: async (request) => this.#answerTo(request),
      make: (request) => maker.make(request),
      blocked: (request) => maker.blocked(request),
    }
  }

  #answerTo({ prompt }: AiRequest): Scripted | null {
    const logged = this.#expected.get(prompt)?.shift()
    if (logged === undefined) return null
    const { delayMs, answer } = logged
    return {
      location: 'ai.json',
      delayMs,
      answer: answer === null || answer === 'given' ? null : { status: answer },
    }
  }
}
