import type { AstNode } from './node.js'

/** A use of a name or a chain of names in a script: `localStorage.getItem(…)`, `new Worker(…)`, `x.src = …`. */
export interface ScriptUse {
  /** The names of the chain without `window.` and its like; the first is empty where the root is not a name. */
  readonly names: readonly string[]
  /** Whether the first name is one that the script itself does not declare anywhere. */
  readonly global: boolean
  /** What the chain is reached through as it is written: `window` in `window.a`; null where nothing of the kind. */
  readonly through: string | null
  /** Whether it is reached through the page around the app: `parent.a`, `window.top.a`. */
  readonly around: boolean
  /** `test`: asked whether it is there, and nothing else: `typeof x`, `if (x)`, `x && …`, `x === null`. */
  readonly kind: 'read' | 'test' | 'call' | 'new' | 'assign' | 'import'
  /** Whether it is in a `try` with a `catch`. */
  readonly caught: boolean
  /** Whether it is reached only where there is such a thing: `if (window.x)`, `typeof x !== 'undefined'`, `x?.()`. */
  readonly isGuarded: boolean
  /** Whether it is reached only where a `try` went well that used the same. */
  readonly isTriedBefore: boolean
  /** Whether what is around it in its function may skip it. */
  readonly isConditional: boolean
  /**
   * What becomes of what a call gives: nothing; something that minds when it is a promise that is rejected; or
   * anything else, which is also the value for a use that is not a call.
   */
  readonly answer: 'dropped' | 'handled' | 'used'
  /**
   * Whether a function that does not hold this use asks whether there is such a thing: whether the use is ever reached
   * depends on more than its own place says, as where a library looks once what the browser has.
   */
  readonly testedElsewhere: boolean
  /** A call's arguments; an assignment's value; an import's source, and its options. */
  readonly values: readonly AstNode[]
  /** The node of a call; null for any other use. */
  readonly call: AstNode | null
  /** What the last name is a field of; null where it is a name of its own. */
  readonly object: AstNode | null
  readonly offset: number
}
