import { PageInterest } from './html/interest.js'
import type { Needs } from './needs.js'
import { ScriptInterest } from './script/interest.js'
import { DrawingInterest } from './svg/interest.js'

/** What any reader of facts needs, combined from what each declares: nothing else is kept. */
export class Interests {
  readonly page: PageInterest
  readonly drawing: DrawingInterest
  readonly script: ScriptInterest
  readonly #declared: ReadonlySet<Needs>

  constructor(needs: readonly Needs[]) {
    this.#declared = new Set(needs)
    this.page = new PageInterest(needs.flatMap(({ page }) => page ?? []))
    this.drawing = new DrawingInterest(needs.flatMap(({ drawing }) => drawing ?? []))
    this.script = new ScriptInterest(needs.flatMap(({ script }) => script ?? []))
  }

  /**
   * Fails a reader that did not declare what it reads: that might not have been kept.
   * @throws {Error} that its author sees with the first file
   */
  demand(needs: Needs): void {
    if (!this.#declared.has(needs))
      throw new Error(`A rule reads what it does not declare in its needs: ${JSON.stringify(needs)}`)
  }
}
