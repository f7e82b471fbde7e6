import { OPTIONS } from '../../../../platform/calls/definition.js'
import { CALL_TABLE, type CallName, wireOf } from '../../../../platform/calls/table.js'
import { isRecord } from '../../../../rpc/host-message.js'

/** Longer calls are written in several lines. */
const LINE_CHARACTERS = 80

/**
 * A logged call as a line of code with the SDK: `await Service.pay({ product: 'gems' })`.
 * @returns null if the SDK has no such call
 */
export const callCode = (name: CallName | null, params: unknown): string | null => {
  if (name === null) return null
  const { arguments: names } = CALL_TABLE[wireOf(name)]
  const values = argumentsOf(names, params)
  const write = (indent: string | null) =>
    `await Service.${name}(${values.map((value) => literal(value, indent)).join(', ')})`
  const line = write(null)
  return line.length <= LINE_CHARACTERS ? line : write('')
}

/** The arguments from which the SDK makes these parameters. Those at the end that were not given are left out. */
const argumentsOf = (names: readonly string[], params: unknown): readonly unknown[] => {
  if (!isRecord(params)) return params === undefined || params === null ? [] : [params]
  const options = Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)))
  const values = names.map((name) =>
    name !== OPTIONS ? params[name] : Object.keys(options).length > 0 ? options : undefined,
  )
  return values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)
}

/** @param indent of the line that it starts in; null writes all in one line */
const literal = (value: unknown, indent: string | null): string => {
  if (typeof value === 'string') return textLiteral(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const inner = indent === null ? null : `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((element) => literal(element, inner))
    : Object.entries(value).map(([key, field]) => `${keyLiteral(key)}: ${literal(field, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  if (inner !== null) return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
  const space = Array.isArray(value) ? '' : ' '
  return `${open}${space}${parts.join(', ')}${space}${close}`
}

const textLiteral = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const keyLiteral = (key: string): string =>
  // A literal key `__proto__` would set the prototype.
  key === '__proto__' ? `['__proto__']` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : textLiteral(key)
