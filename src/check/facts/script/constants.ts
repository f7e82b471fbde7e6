import { type AstNode, asNode, isNode, nameOfSpecifier, nodesOf, stringOf } from './node.js'
import { NOTHING_OUTSIDE, type Outside } from './value.js'

/** What a script asks of the others while its values are looked at. */
export interface Questions {
  /** By the specifier of an import, and the name. */
  readonly exports: Map<string, Set<string>>
  readonly globals: Set<string>
}

/** Notes what a script asks of others, and knows nothing of them. */
export const noteQuestions = (): { readonly questions: Questions; readonly outside: Outside } => {
  const questions: Questions = { exports: new Map(), globals: new Set() }
  const outside: Outside = {
    ...NOTHING_OUTSIDE,
    exported: (declaration, name) => {
      const specifier = stringOf(asNode(declaration['source']) ?? undefined)
      if (specifier !== null)
        questions.exports.set(specifier, (questions.exports.get(specifier) ?? new Set()).add(name))
      return null
    },
    global: (name) => {
      questions.globals.add(name)
      return null
    },
  }
  return { questions, outside }
}

/** The names of the constants that a script gives to others: what a module exports, and what a page's scripts share. */
export const constantsOf = (program: AstNode, isModule: boolean, text: string): readonly string[] => {
  const found = new Set<string>()
  const own = new Set<string>()
  const declare = (declaration: AstNode | null, names: Set<string>): void => {
    for (const { id, init } of nodesOf(declaration?.['declarations']))
      if (isNode(id) && id.type === 'Identifier' && isConstant(asNode(init), text))
        names.add(String(id['name']))
  }
  for (const statement of nodesOf(program['body']).slice(0, MAX_STATEMENTS)) {
    const declaration = asNode(statement['declaration'])
    const expression = asNode(statement['expression'])
    if (statement.type === 'VariableDeclaration') declare(statement, isModule ? own : found)
    else if (statement.type === 'ExportNamedDeclaration') {
      declare(declaration, found)
      for (const { local, exported } of nodesOf(statement['specifiers']))
        if (isNode(statement['source']) || own.has(nameOfSpecifier(local)))
          found.add(nameOfSpecifier(exported))
    } else if (statement.type === 'ExportAllDeclaration') found.add('*')
    else if (statement.type === 'ExportDefaultDeclaration') {
      if (isConstant(declaration, text) || own.has(nameOfSpecifier(declaration))) found.add('default')
    } else if (expression?.type === 'AssignmentExpression' && isConstant(asNode(expression['right']), text)) {
      const left = asNode(expression['left'])
      if (!isModule && left !== null) found.add(nameOfSpecifier(asNode(left['property']) ?? left))
    }
  }
  return [...found]
}

/** More statements than that are of no script that holds settings. */
const MAX_STATEMENTS = 2_000

/**
 * Whether a value is written where it stands, or put together of such, and may make a difference to a rule: a text, a
 * `URL`, or an object with an address or a part of the browser's in it.
 */
const isConstant = (value: AstNode | null, text: string): boolean => {
  if (value === null) return false
  if (value.type === 'Literal') return typeof value['value'] === 'string' && value['value'] !== ''
  if (value.type === 'TemplateLiteral' || value.type === 'BinaryExpression') return true
  if (value.type === 'NewExpression') return asNode(value['callee'])?.['name'] === 'URL'
  return (
    /^(?:Object|Array|Member)Expression$/.test(value.type) &&
    MATTERS.test(text.slice(value.start, Math.min(value.end, value.start + MAX_CHARACTERS)))
  )
}

const MATTERS =
  /["'`]\s*(?:(?:https?|wss?|ftp):|\/)|\b(?:window|self|globalThis|navigator|document|Service|new URL)\b/i

const MAX_CHARACTERS = 20_000
