import globals from 'globals'
import { chanceOf } from './conditions.js'
import { OWN_GLOBAL_OBJECTS } from './known-names.js'
import type { Failure } from './losses.js'
import { type AstNode, asNode, memberName } from './node.js'
import type { ReachedFunctions } from './reached.js'
import { isTried } from './tried-before.js'
import { isRead, isUsed } from './unset-reads.js'
import type { Evaluator } from './value.js'
import { walk } from './walk.js'

/**
 * The global names that scripts read, that none of them defines, and that no browser has.
 * @param lacksSdk whether the page loads an SDK that is not there
 */
export const undefinedNames = (scripts: readonly Evaluator[], lacksSdk = false): ReadonlySet<string> => {
  const found = new Set<string>()
  const composed = new Set<string>()
  for (const of of scripts) {
    const texts = new Set<string>()
    let composes = false
    walk(of.model.program, (node, ancestors) => {
      const name = globalRead(node, ancestors, of)
      if (name !== null && (name === 'Service' ? lacksSdk : !isOfBrowser(name))) found.add(name)
      if (typeof node['value'] === 'string' && DOTTED.test(node['value'])) texts.add(node['value'])
      const target = node.type === 'AssignmentExpression' ? asNode(node['left']) : null
      composes ||= target?.type === 'MemberExpression' && memberName(target) === null
    })
    if (composes) for (const text of texts) for (const part of text.split(/[.,]/)) composed.add(part)
  }
  // No app has so many.
  if (found.size > MAX_NAMES) return new Set()
  const isDefined = (name: string): boolean =>
    composed.has(name) ||
    composed.has(name.replace(/\d+$/, '')) ||
    scripts.some((of) => of.model.writes.fields.has(name) || of.definesGlobal(name))
  return new Set([...found].filter((name) => !isDefined(name)))
}

/** The names that the text of a script may define: `Lib = …`, `function Lib`, `class Lib`, `root['Lib']`. */
export function* namesSetIn(text: string): Generator<string> {
  for (const [, declared, assigned, quoted] of text.matchAll(SETTING))
    yield declared ?? assigned ?? quoted ?? ''
}

/** The names that the elements of a page give the window. */
export function* idsIn(html: string): Generator<string> {
  for (const [, id = ''] of html.matchAll(ID)) yield id
}

const SETTING =
  /(?<![\w$])(?:(?:function|class)\s{1,9}([a-zA-Z_$][\w$]{0,99})|([a-zA-Z_$][\w$]{0,99})\s{0,9}=(?!=))|["']([a-zA-Z_$][\w$]{0,99})["']/g
const ID = /\b(?:id|name)\s{0,9}=\s{0,9}["']?([a-zA-Z_$][\w$]{0,99})/gi
const MAX_NAMES = 5_000
/** What a library may compose the names of its globals from: `easing.Sine`, and `,Power` with a number. */
const DOTTED = /^[.,]?[a-zA-Z_$][\w$.,]{0,199}$/

/** Where a script reads an undefined name, which is an error. */
export interface UndefinedRead extends Failure {
  readonly name: string
  /** Whether the script comes there while the app loads or by itself, and nothing catches the error. */
  readonly isReached: boolean
}

/** Where scripts read some names that are undefined; not where a condition asks for them before. */
export const readsOfUndefined = (
  names: ReadonlySet<string>,
  scripts: readonly Evaluator[],
  reached: ReachedFunctions,
): readonly UndefinedRead[] => {
  const found: UndefinedRead[] = []
  for (const of of names.size === 0 ? [] : scripts)
    walk(of.model.program, (node, ancestors) => {
      const name = globalRead(node, ancestors, of)
      const parent = ancestors.at(-1)
      if (name === null || !names.has(name) || parent === undefined) return
      // Of an object, a field that is not there is undefined, and no error.
      const fails =
        node.type === 'MemberExpression' ? isUsed(node, parent) : isRead(node, parent, ancestors.at(-2))
      const fn = of.model.functionAt(node.start)
      if (!fails || isTried(node, of)) return
      if (chanceOf(of.model.guards.at(node.start), fn, of) === 'never') return
      const reach = reached.of(fn, node.start, of)
      if (reach === 'caught') return
      const isReached = reach === 'stops' || reach === 'ends'
      // What is done with it is lost, too.
      found.push({ fails: 'throws', fn, offset: node.start - 1, of, name, isReached })
    })
  return found
}

/** The global that a name, or a field of the window, stands for; null where it is none. */
const globalRead = (node: AstNode, ancestors: readonly AstNode[], { model }: Evaluator): string | null => {
  if (node.type === 'Identifier') {
    const parent = ancestors.at(-1)
    if (parent === undefined || !isRead(node, parent, ancestors.at(-2))) return null
    return node['name'] === 'arguments' || model.variableOf(node) !== null ? null : String(node['name'])
  }
  const object = node.type === 'MemberExpression' ? asNode(node['object']) : null
  if (object?.type !== 'Identifier' || !OWN_GLOBAL_OBJECTS.has(String(object['name']))) return null
  return model.variableOf(object) === null ? memberName(node) : null
}

/** What browsers have, some of them by older names. */
const isOfBrowser = (name: string): boolean =>
  Object.hasOwn(globals.browser, name) ||
  Object.hasOwn(globals.builtin, name) ||
  /^(?:webkit|WebKit|moz[A-Z]|ms[A-Z]|chrome$|opera$|on[a-z]+$)/.test(name)
