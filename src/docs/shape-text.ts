import type * as z from 'zod/mini'
import { binary } from '../platform/calls/shape.js'
import { boundsOf, type Defined, isOptional, withoutOptional } from '../platform/calls/shape-parts.js'
import { formatNumber } from '../platform/text.js'

/** A type in the SDK's notation, on one line: `{ status: 'paid', purchase: { id: string } } | { status: 'pending' }`. */
const shapeText = (schema: z.ZodMiniType): string => {
  if (schema === binary) return 'Blob'
  const { def } = schema as Defined
  switch (def.type) {
    case 'object':
      return objectText(def.shape)
    case 'union':
      return def.options.map(shapeText).join(' | ')
    case 'nullable':
      return `${shapeText(def.innerType)} | null`
    case 'optional':
      return shapeText(def.innerType)
    case 'pipe':
      // An optional parameter: null counts as absent, which nobody needs to read in every call.
      return shapeText(def.in).replace(/ \| null$/, '')
    case 'array':
      return `${grouped(shapeText(def.element))}[]`
    case 'record':
      return `{ [name]: ${shapeText(def.valueType)} }`
    case 'literal':
      return def.values.map(quoted).join(' | ')
    case 'enum':
      return Object.values(def.entries).map(quoted).join(' | ')
    case 'custom':
      return schema.safeParse('').success ? 'any JSON' : 'object'
    default:
      return def.type
  }
}

/**
 * The same on several lines where one would be too long.
 * @param lead how many characters precede it on its first line, besides the indent
 */
export const shapeLines = (schema: z.ZodMiniType, indent = '', lead = 0): string => {
  const line = shapeText(schema)
  if (indent.length + lead + line.length <= LONGEST_LINE) return line
  const { def } = schema as Defined
  const deeper = `${indent}  `
  switch (def.type) {
    case 'object':
      return `{\n${Object.entries(def.shape)
        .map(([name, field]) => {
          const before = `${fieldName(name, field)}: `
          return `${deeper}${before}${shapeLines(field, deeper, before.length)}`
        })
        .join('\n')}\n${indent}}`
    case 'union':
      return def.options.map((option) => `| ${shapeLines(option, `${indent}  `, lead)}`).join(`\n${indent}`)
    case 'nullable':
      return `${shapeLines(def.innerType, indent, lead)} | null`
    case 'optional':
      return shapeLines(def.innerType, indent, lead)
    case 'array':
      return `${grouped(shapeLines(def.element, indent, lead + 1))}[]`
    case 'enum':
      return valueLines(Object.values(def.entries).map(quoted), indent, lead)
    case 'record':
      return `{ [name]: ${shapeLines(def.valueType, indent, lead + '{ [name]: '.length)} }`
    default:
      return line
  }
}

const LONGEST_LINE = 72

/** The element of an array in brackets, if it is a union. */
const grouped = (element: string): string => (/^[^{]*\| /.test(element) ? `(${element})` : element)

/** Values on as many lines as they need. */
const valueLines = (values: readonly string[], indent: string, lead: number): string => {
  const lines: string[] = []
  for (const value of values) {
    const line = lines.at(-1)
    const before = indent.length + (lines.length === 1 ? lead : 0)
    if (line !== undefined && before + line.length + ' | '.length + value.length <= LONGEST_LINE)
      lines[lines.length - 1] = `${line} | ${value}`
    else lines.push(line === undefined ? value : `  | ${value}`)
  }
  return lines.join(`\n${indent}`)
}

/** A parameter's type and, after a comma, its bounds: `string, at most 200 characters`. */
export const parameterType = (schema: z.ZodMiniType): string =>
  [shapeText(schema), boundsText(schema)].filter((words) => words !== '').join(', ')

const objectText = (shape: Readonly<Record<string, z.ZodMiniType>>): string => {
  const fields = Object.entries(shape).map(
    ([name, field]) =>
      `${/^\w+$/.test(name) ? name : quoted(name)}${isOptional(field) ? '?' : ''}: ${shapeText(field)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

const fieldName = (name: string, field: z.ZodMiniType): string =>
  `${/^\w+$/.test(name) ? name : quoted(name)}${isOptional(field) ? '?' : ''}`

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

const boundsText = (schema: z.ZodMiniType): string => {
  const { least, most } = boundsOf(schema)
  if (most === null) return ''
  const range =
    least === null || least === 0
      ? `at most ${formatNumber(most)}`
      : `${formatNumber(least)} to ${formatNumber(most)}`
  return withoutOptional(schema).def.type === 'string' ? `${range} characters` : range
}
