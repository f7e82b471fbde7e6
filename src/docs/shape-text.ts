import type * as z from 'zod'
import { binary } from '../platform/calls/shape.js'
import { formatNumber } from '../platform/text.js'

/** A type in the SDK's notation, on one line: `{ status: 'paid', purchase: { id: string } } | { status: 'pending' }`. */
const shapeText = (schema: z.ZodType): string => {
  if (schema === binary) return 'Blob'
  const { def } = schema as unknown as { readonly def: Def }
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
export const shapeLines = (schema: z.ZodType, indent = '', lead = 0): string => {
  const line = shapeText(schema)
  if (indent.length + lead + line.length <= LONGEST_LINE) return line
  const { def } = schema as unknown as { readonly def: Def }
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
export const parameterType = (schema: z.ZodType): string =>
  [shapeText(schema), boundsText(withoutOptional(schema))].filter((words) => words !== '').join(', ')

/** Whether a parameter can be left out. */
export const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success

/** The parts of zod's definitions that the platform's shapes use. */
type Def =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, z.ZodType>> }
  | { readonly type: 'union'; readonly options: readonly z.ZodType[] }
  | { readonly type: 'nullable' | 'optional'; readonly innerType: z.ZodType }
  | { readonly type: 'pipe'; readonly in: z.ZodType }
  | { readonly type: 'array'; readonly element: z.ZodType }
  | { readonly type: 'record'; readonly valueType: z.ZodType }
  | { readonly type: 'literal'; readonly values: readonly unknown[] }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, unknown>> }
  | { readonly type: 'custom' | 'string' | 'number' | 'boolean' | 'null' }

const objectText = (shape: Readonly<Record<string, z.ZodType>>): string => {
  const fields = Object.entries(shape).map(
    ([name, field]) =>
      `${/^\w+$/.test(name) ? name : quoted(name)}${isOptional(field) ? '?' : ''}: ${shapeText(field)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

const fieldName = (name: string, field: z.ZodType): string =>
  `${/^\w+$/.test(name) ? name : quoted(name)}${isOptional(field) ? '?' : ''}`

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

const withoutOptional = (schema: z.ZodType): z.ZodType => {
  const { def } = schema as unknown as { readonly def: Def }
  if (def.type === 'pipe') return withoutOptional(def.in)
  return def.type === 'optional' || def.type === 'nullable' ? withoutOptional(def.innerType) : schema
}

const boundsText = (schema: z.ZodType): string => {
  const text = range(schema, 'minLength', 'maxLength')
  if (text !== '') return `${text} characters`
  return range(schema, 'minValue', 'maxValue')
}

const range = (schema: z.ZodType, least: string, most: string): string => {
  const [min, max] = [bound(schema, least), bound(schema, most)]
  if (max === null) return ''
  return min === null || min === 0
    ? `at most ${formatNumber(max)}`
    : `${formatNumber(min)} to ${formatNumber(max)}`
}

/** A bound that a person would name: not those of all whole numbers. */
const bound = (schema: z.ZodType, name: string): number | null => {
  const value: unknown = Reflect.get(schema, name)
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER
    ? value
    : null
}
