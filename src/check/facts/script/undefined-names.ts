import { BundleReadError } from '../../../bundle/bundle.js'
import { SDK_FILE_NAME } from '../../../sdk/sdk-file.js'
import { SHIM_FILE_NAME } from '../../../shim/part-names.js'
import { fileName } from '../bundle/paths.js'
import type { BundleFacts, FileSummary } from '../file-summary.js'
import { loadsSdk, scriptsOfPage } from '../modules/module-graph.js'
import { unreachedScripts } from '../modules/unreached-scripts.js'
import { chanceOf } from './conditions.js'
import type { Failure } from './failures.js'
import { OWN_GLOBAL_OBJECTS } from './known-names.js'
import { type AstNode, asNode, memberName } from './node.js'
import type { ScriptPart } from './part.js'
import type { ReachedFunctions } from './reached.js'
import { isTried } from './tried-before.js'
import { isOfBrowser, isRead, isUsed } from './unset-reads.js'
import type { Evaluator } from './value.js'
import { walk } from './walk.js'

/** A script of a page, and what its expressions may come to. */
interface PageScript {
  readonly part: ScriptPart
  readonly values: Evaluator
}

/**
 * The global names that the scripts of a page read and nothing defines. A name that another script of the bundle may define,
 * which something may load, is not among them.
 * @param isUnseen whether a file may hold a script that is not among those of the page
 * @returns these names, and those that the elements of the page give the window
 */
export const undefinedGlobals = async (
  facts: BundleFacts,
  page: FileSummary,
  scripts: readonly PageScript[],
  isUnseen: (path: string) => boolean,
): Promise<{ readonly names: ReadonlySet<string>; readonly ids: ReadonlySet<string> }> => {
  const evaluators = scripts.map(({ values }) => values)
  const names = new Set(undefinedNames(evaluators, lacksSdk(facts, page, scripts)))
  const mayBeIds = names.size > 0 || evaluators.some(setsGlobals)
  const ids = new Set(mayBeIds ? namesIn(await textOf(facts, page.path), ID) : [])
  for (const id of ids) names.delete(id)
  const isElsewhere = (path: string): boolean =>
    /\.m?js$/i.test(path) &&
    fileName(path) !== SHIM_FILE_NAME &&
    facts.summaries.get(path)?.sdk == null &&
    isUnseen(path)
  const elsewhere = names.size === 0 ? [] : [...facts.files.keys()].filter(isElsewhere)
  const unreached = await unreachedScripts(facts, elsewhere)
  let left = MAX_BYTES_SEARCHED
  for (const path of elsewhere) {
    if (unreached.has(path)) continue
    left -= facts.files.get(path)?.bytes ?? 0
    if (left < 0 || names.size === 0) break
    for (const name of namesIn(await textOf(facts, path), SETTING)) names.delete(name)
  }
  return { names, ids }
}

/** Whether a script sets globals that it does not declare. */
const setsGlobals = ({ model: { writes } }: Evaluator): boolean =>
  writes.globals.size > 0 ||
  [...writes.fields.values()].some((all) =>
    all.some(({ object }) => OWN_GLOBAL_OBJECTS.has(String(object['name']))),
  )

/** So much text is searched for what may define a name. */
const MAX_BYTES_SEARCHED = 30_000_000

/** Whether no element loads an SDK file of the bundle, and no script names one, which could load it. */
const lacksSdk = (facts: BundleFacts, page: FileSummary, scripts: readonly PageScript[]): boolean => {
  const isThere = scriptsOfPage(page).some((one) => loadsSdk(one) && facts.files.has(one.path ?? ''))
  return !isThere && !scripts.some(({ part }) => part.text.includes(SDK_FILE_NAME))
}

/** The text of a file; of one that cannot be read, nothing. */
const textOf = async (facts: BundleFacts, path: string): Promise<string> => {
  try {
    return Buffer.from(await facts.bundle.read(path)).toString('utf8')
  } catch (error) {
    if (!(error instanceof BundleReadError)) throw error
    return ''
  }
}

/**
 * The global names that scripts read, that none of them defines, and that no browser has.
 * @param lacksSdk whether the page loads an SDK that is not there
 */
const undefinedNames = (scripts: readonly Evaluator[], lacksSdk = false): ReadonlySet<string> => {
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

/** The names that a pattern finds in a text. */
const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, ...found]) => found.find((name) => name !== undefined) ?? '')

/** What may define a name in the text of a script: `Lib = …`, `function Lib`, `class Lib`, `root['Lib']`. */
const SETTING =
  /(?<![\w$])(?:(?:function|class)\s{1,9}([a-zA-Z_$][\w$]{0,99})|([a-zA-Z_$][\w$]{0,99})\s{0,9}=(?!=))|["']([a-zA-Z_$][\w$]{0,99})["']/g
/** What gives the window a name by an element. */
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
