import type { Options } from 'acorn'
import { constantsOf, noteQuestions, type Questions } from './constants.js'
import { importsIn, type ScriptImport } from './imports.js'
import type { ScriptInterest } from './interest.js'
import { type AstNode, nodesOf } from './node.js'
import { NestedTooDeeply, parseBounded } from './parser.js'
import { isTooLongToParse, type ScriptPart } from './part.js'
import { globalsDeclaredIn } from './scopes.js'
import { textsOf } from './url-text.js'
import type { ScriptUse } from './use.js'
import { usesIn } from './uses.js'
import type { Outside } from './value.js'
import { ScriptValues } from './values.js'
import { modelOf } from './walk-script.js'

/** A script, parsed. */
export interface ParsedScript {
  readonly part: ScriptPart
  /** Why and where it does not parse; null where it does. */
  readonly failure: { readonly reason: string; readonly offset: number } | null
  /** Whether it imports or exports by declarations, which only a module may have. */
  readonly isModule: boolean
  /** The uses of all names; empty where the script does not parse, or holds no word that is needed. */
  readonly uses: readonly ScriptUse[]
  /** What it imports by a literal text. */
  readonly imports: readonly ScriptImport[]
  /** What its expressions may come to; null where it does not parse, or holds no word that is needed. */
  readonly values: ScriptValues | null
  /** What it asks of other scripts; it grows while its values are looked at. */
  readonly questions: Questions
  /** The names of the constants that it gives to other scripts. */
  readonly constants: readonly string[]
  /** The names, of those that are needed, that it gives a meaning of the app's own in every script of a page. */
  readonly globals: readonly string[]
}

/**
 * Parses a script; null for data, for unknown types and for a script that is too long. Never throws for bad text.
 * @param outside what the other scripts of the bundle say
 */
export const parseScript = (
  part: ScriptPart,
  interest: ScriptInterest,
  outside?: Outside,
): ParsedScript | null => {
  const { text, kind } = part
  const result = parsePart(part)
  if (result === null) return null
  const { questions, outside: noted } = noteQuestions()
  const before = lengthBefore(part)
  if (result.program === null) {
    const offset = Math.min(Math.max(0, result.offset - before), text.length)
    const nothing = { uses: [], imports: [], values: null, constants: [], globals: [] }
    return { part, failure: { reason: result.reason, offset }, isModule: false, questions, ...nothing }
  }
  const { program, declared } = result
  const isModule = hasModuleDeclarations(program)
  const constants = kind === 'handler' ? [] : constantsOf(program, isModule || kind === 'module', text)
  const shared = { part, failure: null, isModule, questions, constants }
  if (!interest.mayUse(text)) return { ...shared, uses: [], imports: [], values: null, globals: [] }
  const model = modelOf(program, declared, (name) => interest.hasWord(name))
  const values = new ScriptValues(model, isModule || kind === 'module', outside ?? noted)
  const uses = usesIn(model, values)
  return {
    ...shared,
    uses: before === 0 ? uses : uses.map((use) => ({ ...use, offset: Math.max(0, use.offset - before) })),
    imports: uses.some((use) => use.kind === 'import') ? importsIn(program, uses) : [],
    values,
    globals: before === 0 ? [...ownGlobals(program, uses, interest), ...definedIn(values, uses)] : [],
  }
}

/**
 * What the expressions of a script may come to, beside others; null where it is not parsed, or does not parse.
 * @param runsAsModule whether a page runs it as a module, if that is known
 */
export const valuesOf = (
  part: ScriptPart,
  outside?: Outside,
  runsAsModule = part.kind === 'module',
): { readonly values: ScriptValues; readonly before: number } | null => {
  const result = parsePart(part)
  if (result === null || result.program === null) return null
  const isModule = runsAsModule || hasModuleDeclarations(result.program)
  const model = modelOf(result.program, result.declared)
  return { values: new ScriptValues(model, isModule, outside), before: lengthBefore(part) }
}

/** A script that was parsed, beside others; null where it does not parse. */
export const linkedWith = (
  { part, values, failure }: ParsedScript,
  outside: Outside,
  runsAsModule: boolean,
): { readonly part: ScriptPart; readonly values: ScriptValues; readonly before: number } | null => {
  if (failure !== null) return null
  if (values === null) {
    const read = valuesOf(part, outside, runsAsModule)
    return read === null ? null : { part, ...read }
  }
  const linked = new ScriptValues(values.model, runsAsModule || values.isModule, outside)
  return { part, values: linked, before: lengthBefore(part) }
}

const parsePart = (part: ScriptPart): Outcome | null => {
  const { text, kind } = part
  if (kind === 'other' || kind === 'data' || isTooLongToParse(part)) return null
  return parseAs(kind === 'handler' ? `${HANDLER_PREFIX}${text}\n})` : text, sourceTypes(part))
}

const lengthBefore = ({ kind }: ScriptPart): number => (kind === 'handler' ? HANDLER_PREFIX.length : 0)

/** What stands around an event handler, whose text is the body of a function. */
const HANDLER_PREFIX = '(function(event){'

const hasModuleDeclarations = (program: AstNode): boolean =>
  nodesOf(program['body']).some(({ type }) => /^(?:Import|Export)/.test(type))

const ownGlobals = (
  program: AstNode,
  uses: readonly ScriptUse[],
  interest: ScriptInterest,
): readonly string[] => {
  const set = uses.flatMap(({ names, global, through, kind }) =>
    kind === 'assign' && global && through !== null && names.length === 1 ? names : [],
  )
  return [...globalsDeclaredIn(program), ...set].filter(
    (name) => interest.hasWord(name) && !FIXED.has(name) && !HANDLER.test(name),
  )
}

/**
 * What a script defines in place of something of the browser's, before it uses that: `Object.defineProperty(window, 'localStorage', …)`,
 * `navigator.getGamepads = () => []`.
 */
const definedIn = (values: ScriptValues, uses: readonly ScriptUse[]): readonly string[] => {
  const isUsedBefore = (path: string, before: number): boolean =>
    uses.some(
      ({ names, global, caught, kind, offset }) =>
        global &&
        `${names.join('.')}.`.startsWith(`${path}.`) &&
        !caught &&
        kind !== 'test' &&
        kind !== 'assign' &&
        offset < before,
    )
  const defined = (values.model.callsByName.get('defineProperty') ?? []).flatMap((call) => {
    const [object, key] = nodesOf(call['arguments'])
    const path = values.path(object)
    const owner = path?.join('.')
    return textsOf(key, values).flatMap((name) => {
      if (path?.length === 0 && REPLACEABLE.has(name)) return { path: name, at: call.start }
      return owner === 'navigator' || owner === 'document' ? { path: `${owner}.${name}`, at: call.start } : []
    })
  })
  // Only functions of the browser's can be set.
  const set = uses.flatMap(({ names, global, kind, values: [value], offset }) => {
    const isOwn = kind === 'assign' && global && names.length === 2 && names[0] === 'navigator'
    return isOwn && values.functions(value).length > 0 ? { path: names.join('.'), at: offset } : []
  })
  return [...defined, ...set].flatMap(({ path, at }) => (isUsedBefore(path, at) ? [] : path))
}

/** An event's handler, which a script is meant to set. */
const HANDLER = /^on[a-z]/

/** The names that stay the browser's own when a script assigns to them (HTML, 7.2.2.1; Web Storage and others: read-only). */
const FIXED: ReadonlySet<string> = new Set([
  'caches',
  'cookieStore',
  'document',
  'indexedDB',
  'localStorage',
  'location',
  'navigator',
  'sessionStorage',
  'top',
])

/** Those of them that a script can define again: all but those that always stay the window's. */
const REPLACEABLE: ReadonlySet<string> = new Set(
  [...FIXED].filter((name) => !['document', 'location', 'top'].includes(name)),
)

interface Failed {
  readonly program: null
  readonly reason: string
  readonly offset: number
  /** How far the parser had read. */
  readonly readTo: number
}

type Outcome = { readonly program: AstNode; readonly declared: ReadonlySet<string> } | Failed

type SourceType = NonNullable<Options['sourceType']>

/** How a browser may read the script; a file says only by its text whether it is a module. */
const sourceTypes = ({ kind, text }: ScriptPart): readonly SourceType[] => {
  if (kind === 'module') return ['module']
  if (kind !== 'either') return ['script']
  return /\b(?:import|export)\b/.test(text) ? ['module', 'script'] : ['script', 'module']
}

/** The syntax tree by the first way of reading that works, or why the first one does not. */
const parseAs = (source: string, types: readonly SourceType[]): Outcome => {
  let failure: Failed | null = null
  for (const sourceType of types) {
    if (sourceType === 'module' && failure !== null && !mayBeModule(source, failure)) break
    try {
      const { program, declared } = parseBounded(source, { ecmaVersion: 'latest', sourceType })
      return { program: program as unknown as AstNode, declared }
    } catch (error) {
      failure ??= failureOf(error)
    }
  }
  return failure ?? { program: null, reason: 'it is empty', offset: 0, readTo: 0 }
}

/**
 * Whether text that is not a classic script may be a module. Modules are parsed more strictly but for these words and marks. Only
 * what the parser has read counts, to the end of the word that it was at.
 */
const mayBeModule = (source: string, { readTo }: Failed): boolean =>
  /import|export|await|using|<!--|-->/.test(source.slice(0, readTo + LONGEST_MARK))

const LONGEST_MARK = 6

const failureOf = (error: unknown): Failed => {
  if (error instanceof NestedTooDeeply)
    return { program: null, reason: error.message, offset: 0, readTo: Number.POSITIVE_INFINITY }
  if (!(error instanceof SyntaxError)) throw error
  const offset = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0
  const readTo =
    'raisedAt' in error && typeof error.raisedAt === 'number' ? error.raisedAt : Number.POSITIVE_INFINITY
  return { program: null, reason: error.message.replace(/ \(\d+:\d+\)$/, ''), offset, readTo }
}
