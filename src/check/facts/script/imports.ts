import { type AstNode, asNode, fieldOf, nodesOf, propertyName, stringOf } from './node.js'
import type { ScriptUse } from './use.js'

/** An import whose specifier is a literal. */
export interface ScriptImport {
  readonly specifier: string
  readonly offset: number
  /** `import()`, which classic scripts can use too. */
  readonly dynamic: boolean
  /** Whether it is made without a condition, and not by somebody who minds that it fails. */
  readonly certain: boolean
  /** What `with { type: … }` says; null where there is none, undefined where it is not known. */
  readonly type: string | null | undefined
}

/** How a script notices that an import fails: a module with it does not run, a promise is rejected. */
export const failingImport = ({ dynamic }: Pick<ScriptImport, 'dynamic'>): 'rejects' | 'throws' =>
  dynamic ? 'rejects' : 'throws'

/**
 * The imports of a parsed script, in the order of the text.
 * @param uses those of the script; only `import()` may be anywhere in it
 */
export const importsIn = (program: AstNode, uses: readonly ScriptUse[]): readonly ScriptImport[] =>
  [
    ...nodesOf(program['body']).flatMap((node) => declaredBy(node) ?? []),
    ...uses.flatMap((use) => dynamicBy(use) ?? []),
  ].sort((a, b) => a.offset - b.offset)

const declaredBy = (node: AstNode): ScriptImport | null => {
  if (!/^(?:Import|Export)/.test(node.type)) return null
  const specifier = stringOf(asNode(node['source']) ?? undefined)
  return specifier === null
    ? null
    : { specifier, offset: node.start, dynamic: false, certain: true, type: typeOf(node['attributes']) }
}

const dynamicBy = (use: ScriptUse): ScriptImport | null => {
  const { kind, values, offset, caught, isConditional, answer } = use
  const [source, options] = values
  const specifier = stringOf(source)
  // That of a declaration begins with its text.
  if (kind !== 'import' || specifier === null || source?.start === offset) return null
  const certain = !caught && !isConditional && answer !== 'handled'
  return { specifier, offset, dynamic: true, certain, type: typeOfOptions(options) }
}

const typeOf = (attributes: unknown): string | null => {
  const type = nodesOf(attributes).find((attribute) => propertyName(attribute) === 'type')
  return stringOf(asNode(type?.['value']) ?? undefined)
}

/** Of the second argument of `import()`. */
const typeOfOptions = (options: AstNode | undefined): string | null | undefined =>
  options === undefined
    ? null
    : (stringOf(fieldOf(fieldOf(options, 'with') ?? undefined, 'type') ?? undefined) ?? undefined)
