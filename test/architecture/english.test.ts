import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/processes/npm.js'
import { REPOSITORY_FILES } from '../support/processes/repository-files.js'

/** Sources, whose comments and texts are checked (of tests: comments and names of tests), without this file. */
const SOURCES = REPOSITORY_FILES.filter(
  (file) =>
    /^(?:bin|src|templates|test)\/.*\.(?:m?js|tsx?)$/.test(file) &&
    file !== 'test/architecture/english.test.ts',
)

/** Other files that people read. */
const DOCUMENTS = REPOSITORY_FILES.filter(
  (file) => !file.startsWith('fixtures/') && /\.(?:md|html|css|ya?ml)$/.test(file),
)

/** Wordings to avoid, each with the usual one. A pattern only matches where the wording is wrong. */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|need\b|reason\b|way\b|more than\b|fewer\b|less than\b)\w+/i,
    'is not a …',
  ],
  [/\b(?:mend(?:s|ed|ing)?|mendable)\b/i, 'fix'],
  [/\banew\b/i, 'again'],
  [/\b(?:whoever|whosoever|whatever|whatsoever)\b/i, 'the … that, any'],
  [/\bat once\b/i, 'immediately, or: at the same time'],
  [/\ball the same(?=[.,;:!?)”"]|$)/i, 'anyway, or: identical'],
  [/\bof old\b/i, 'older'],
  [/\bpurse\b/i, 'balance'],
  [/\b(?:befall(?:s|en)?|befell)\b/i, 'happen'],
  [/\bstands? for itself\b/i, 'is self-explanatory'],
  [/\b(?:tells?|told|telling) of\b/i, 'report, describe'],
  [/\b(?:to|can|could) be had\b/i, 'is available'],
  [/\bsuch a one\b/i, 'one'],
  [/\bbrought along\b/i, 'copied'],
  [/\bput in\b(?= (?:anew|its|their) (?:stead|place)\b)/i, 'replaced'],
  [/\bbeneath\b/i, 'below'],
  [/\b(?:is|are) not allowed to be\b/i, 'cannot be'],
  // “Only” before the noun. Right: to leave something alone, to play or work alone, to be alone.
  [
    /(?<!\b(?:leave|leaves|leaving|left|let|lets|play|plays|playing|played|work|works|run|runs|is|are|be|stand)\b[^.]{0,60})\balone\b/i,
    'only',
  ],
]

/** Names that say nothing about what they hold, each with the usual one. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:purse|.*Purse(?![a-z]).*)$/, 'balance'],
  [/^(?:befall|.*Befall(?![a-z]).*)$/, 'happen, apply'],
  [/^(?:asked|mood|books|builtIn)$/, 'what it holds'],
  [/^mend(?:s|ed|ing|[A-Z].*)?$/, 'fix, remedy'],
]

/** Names that are right in some files although `NAMES` has them. */
const KEPT_NAMES: readonly (readonly [RegExp, string])[] = [
  // A field of the log's entries, which the control API gives as JSON.
  [/^src\/(?:host\/(?:log|replay|session)|control)\//, 'asked'],
]

/** File names that say nothing about what is in the file. */
const FILE_NAMES = /^(?:again|place|digest|utils?|helpers?|misc)\.(?:m?js|tsx?)$/

interface Prose {
  readonly file: string
  readonly line: number
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

const field = (node: Node, name: string): unknown => Reflect.get(node, name)

/** Calls back for a node and everything below it, until `visit` returns false. */
const walk = (value: unknown, visit: (node: Node) => boolean): void => {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (isNode(value) && visit(value)) for (const child of Object.values(value)) walk(child, visit)
}

/** The text of a string, a part of a template, or JSX text; null for any other node. */
const textOf = (node: Node): string | null => {
  if (node.type === 'JSXText' || node.type === 'Literal') {
    const value = field(node, 'value')
    return typeof value === 'string' ? value : null
  }
  if (node.type !== 'TemplateElement') return null
  const value = field(node, 'value')
  const raw = typeof value === 'object' && value !== null ? Reflect.get(value, 'raw') : undefined
  return typeof raw === 'string' ? raw : null
}

const TEST_FUNCTIONS = ['describe', 'it', 'test']

/** Whether a call declares a test: `it(…)`, `it.each(…)(…)`, `describe.skipIf(…)(…)`. */
const isTestCall = (node: Node): boolean => {
  if (node.type !== 'CallExpression') return false
  let callee = field(node, 'callee')
  while (isNode(callee) && callee.type !== 'Identifier')
    callee = field(callee, callee.type === 'CallExpression' ? 'callee' : 'object')
  return isNode(callee) && TEST_FUNCTIONS.includes(String(field(callee, 'name')))
}

interface Reading {
  readonly prose: readonly Prose[]
  readonly names: readonly Prose[]
}

/** The prose of a file (without code in backticks, and types of JSDoc), and the names that it declares. */
const read = (file: string, source: string): Reading => {
  const { program, comments } = parseSync(file, source)
  const isTest = file.startsWith('test/')
  const prose: Prose[] = []
  const names: Prose[] = []
  const at = (start: number): number => source.slice(0, start).split('\n').length
  const add = (start: number, text: string): void => {
    const plain = text
      .replace(/`[^`]*`|@\w+ \{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
      .replace(/(?:^|\s*\n\s*)(?:\* ?)?/g, ' ')
      .trim()
    if (/\s/.test(plain)) prose.push({ file, line: at(start), text: plain })
  }
  for (const { start, value } of comments) add(start, value)
  const visit = (node: Node): boolean => {
    if (node.type === 'ImportDeclaration') return false
    if (node.type === 'Identifier')
      names.push({ file, line: at(node.start), text: String(field(node, 'name')) })
    if (!isTest) {
      const text = textOf(node)
      if (text !== null) add(node.start, text)
    } else if (isTestCall(node)) {
      const [name] = field(node, 'arguments') as readonly unknown[]
      if (isNode(name))
        walk(name.type === 'Literal' || name.type === 'TemplateLiteral' ? name : null, (part) => {
          const text = textOf(part)
          if (text !== null) add(part.start, text)
          return true
        })
    }
    return true
  }
  walk(program, visit)
  return { prose, names }
}

/** The lines of a document, without code. */
const linesOf = (file: string, document: string): readonly Prose[] =>
  document
    .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ''))
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text: text.replace(/`[^`]*`/g, '…') }))

const slipsIn = (
  texts: readonly Prose[],
  patterns: readonly (readonly [RegExp, string])[],
): readonly string[] =>
  texts.flatMap(({ file, line, text }) =>
    patterns.flatMap(([pattern, usual]) => {
      const found = pattern.exec(text)
      return found === null ? [] : [`${file}:${line}: "${found[0]}" → ${usual}: ${text.slice(0, 200)}`]
    }),
  )

const isKept = ({ file, text }: Prose): boolean =>
  KEPT_NAMES.some(([files, name]) => name === text && files.test(file))

const slips = (text: string): number => slipsIn([{ file: '', line: 1, text }], SLIPS).length

describe('the English of sources and tests', () => {
  const readings = SOURCES.map((file) => read(file, readFileSync(join(ROOT, file), 'utf8')))

  it('avoids the wordings that are not usual', () => {
    expect(readings.flatMap(({ prose }) => slipsIn(prose, SLIPS))).toEqual([])
    expect(
      DOCUMENTS.flatMap((file) => slipsIn(linesOf(file, readFileSync(join(ROOT, file), 'utf8')), SLIPS)),
    ).toEqual([])
  })

  it('names things by what they are', () => {
    expect(
      readings.flatMap(({ names }) =>
        slipsIn(
          names.filter((name) => !isKept(name)),
          NAMES,
        ),
      ),
    ).toEqual([])
    expect(SOURCES.filter((file) => FILE_NAMES.test(file.slice(file.lastIndexOf('/') + 1)))).toEqual([])
  })

  it.each([
    'The icon is no PNG.',
    'They were no longer files, and are no pictures.',
    'Mend the line.',
    'The file is written anew.',
    'Whoever reads it next.',
    'It ends at once.',
    'It may have been published all the same.',
    'a host of old',
    'An empty purse.',
    'It may only use its own files alone.',
    'what the log tells of',
  ])('reports: %s', (text) => {
    expect(slips(text)).toBe(1)
  })

  it.each([
    'There is no such file.',
    'It is no longer there.',
    'There are no problems.',
    'Leave the file alone.',
    'One person plays alone.',
    'They all have the same size, and all the same colour.',
    'Amend the recommended dependency.',
    'It is older.',
  ])('accepts: %s', (text) => {
    expect(slips(text)).toBe(0)
  })

  it('reads comments, texts and names of tests, without code', () => {
    const source = [
      '/** A comment\n * of two lines with `code alone`. */',
      "const said = 'a text'",
      'const template = `a template`',
      'const view = <p>some words</p>',
    ].join('\n')
    expect(read('src/a.tsx', source).prose.map(({ line, text }) => [line, text])).toEqual([
      [1, 'A comment of two lines with ….'],
      [3, 'a text'],
      [4, 'a template'],
      [5, 'some words'],
    ])
    const test = "// A comment\nit.each([1])('is a name', () => { call('not a name') })"
    expect(read('test/a.test.ts', test).prose.map(({ text }) => text)).toEqual(['A comment', 'is a name'])
  })
})
