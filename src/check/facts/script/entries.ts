import type { Runs } from './at-load.js'
import type { AstNode } from './node.js'
import type { Guard, ScriptFunction } from './script-parts.js'
import type { Evaluator } from './value.js'
import { listIn } from './write-notes.js'

/**
 * What an error in a function does: `stops` what called it, up to the browser; `ends` the function, an asynchronous one
 * whose promise nobody looks at; `caught`: somebody minds. `perhaps`: it runs if a game comes so far.
 */
export type Reach = 'perhaps' | 'caught' | 'ends' | 'stops'

const ORDER: readonly Reach[] = ['perhaps', 'caught', 'ends', 'stops']

export const weaker = (one: Reach, other: Reach): Reach =>
  ORDER.indexOf(one) < ORDER.indexOf(other) ? one : other

/** A call that enters a function, with what it gives. */
export interface Entry {
  readonly call: AstNode
  readonly values: readonly AstNode[]
  readonly of: Evaluator
  readonly reach: Reach
}

/** Whether one call says all that another one does. */
export const covers = (one: Entry, other: Entry): boolean =>
  one.call === other.call && weaker(one.reach, other.reach) === other.reach

/** The calls that enter each function, as far as they are seen. */
export class Entries {
  readonly #entries = new Map<AstNode, Entry[]>()

  /** An own field, since it is handed on. */
  readonly of = (fn: AstNode): readonly Entry[] => this.#entries.get(fn) ?? []

  /** Adds a call; false where one that is known says all that it does. */
  add(fn: AstNode, entry: Entry): boolean {
    const known = listIn(this.#entries, fn)
    if (known.some((one) => covers(one, entry))) return false
    known.push(entry)
    return true
  }

  /** The calls of a function, where each may come to another branch of it: a few, and all that is known to enter it. */
  toldApart(guards: Guard | null, { node }: ScriptFunction): readonly Entry[] {
    const entries = this.of(node)
    const isBranch = guards !== null && guards.start >= node.start
    return isBranch && entries.length > 1 && entries.length <= MAX_ENTRIES ? entries : []
  }
}

/** What is known of the runs of functions, as if only one call entered a function. */
export const withOnly = (entry: Entry, fn: AstNode, runs: Runs): Runs => ({
  ...runs,
  entriesOf: (node) => (node === fn ? [entry] : runs.entriesOf(node)),
})

/** The calls of a function that has more are judged as one. */
const MAX_ENTRIES = 8
