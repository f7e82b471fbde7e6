import type { AstNode } from './node.js'
import type { ScriptUse } from './use.js'

/** Which functions of a script ask for which names. */
export class Tests {
  readonly #scopes = new Map<string, AstNode[]>()
  /** The last names that are asked for: nearly no call has one of them. */
  readonly #lastNames = new Set<string>()

  add(names: readonly string[], scope: AstNode): void {
    const path = names.join('.')
    const scopes = this.#scopes.get(path)
    if (scopes === undefined) this.#scopes.set(path, [scope])
    else if (scopes.at(-1) !== scope && scopes.length < MAX_SCOPES) scopes.push(scope)
    this.#lastNames.add(names.at(-1) ?? '')
  }

  /** Whether a function asks for the name of a use that it does not hold. */
  areElsewhere({ names, offset }: ScriptUse): boolean {
    if (!this.#lastNames.has(names.at(-1) ?? '')) return false
    const scopes = this.#scopes.get(names.join('.')) ?? []
    return scopes.some(({ start, end }) => offset < start || offset >= end)
  }
}

/** A script that tests for one thing in more functions than that does not do it once for all. */
const MAX_SCOPES = 10
