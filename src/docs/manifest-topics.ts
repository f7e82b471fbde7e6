import type * as z from 'zod/mini'
import { type Defined, isOptional, withoutOptional } from '../platform/calls/shape-parts.js'
import { CAPABILITIES } from '../platform/features.js'
import { DEFAULT_ENTRY, manifestSchema } from '../platform/manifest.js'
import {
  describeField,
  EXAMPLE_MANIFEST,
  isManifestField,
  MANIFEST_FIELDS,
  type ManifestField,
} from '../platform/manifest-fields.js'
import { capitalised } from '../platform/text.js'
import type { Entry, Part, Topic } from './topic.js'

/** A field of the manifest, with the fields in it. */
interface Field {
  /** `products.price`. */
  readonly path: ManifestField
  /** What its value must be, in the words by which `check` refuses another: "it must be …". */
  readonly allowed: string
  /** Whether it must be there, as the end of a sentence. */
  readonly required: string
  readonly fields: readonly Field[]
}

/** The topics of all fields: `manifest.products`, and `manifest.products.price` after it. */
export const fieldTopics = (): readonly Topic[] => everyField(FIELDS()).map(fieldTopic)

/** What the page of the manifest says besides its rules: the fields, and a whole one. */
export const manifestParts = (): readonly Part[] => [
  { title: 'Fields', entries: everyField(FIELDS()).map(fieldEntry) },
  {
    title: 'A complete manifest',
    text: 'Every field is here. Leave out what your app does not need: `miniapp init` writes the required fields.',
    code: jsonText(EXAMPLE_MANIFEST),
  },
]

const fieldTopic = ({ path, allowed, required, fields }: Field): Topic => ({
  id: `manifest.${path}`,
  kind: 'field',
  title: path,
  summary: MANIFEST_FIELDS[path].text,
  sections: [SECTIONS[path.split('.')[0] ?? ''] ?? '2.2'],
  aliases: [path, ...shortNames(path)],
  parts: [
    {
      title: 'At a glance',
      entries: [
        { name: 'Value', text: `${capitalised(allowed)}.` },
        { name: 'Required', text: `${capitalised(required)}.` },
        { name: 'People see', text: MANIFEST_FIELDS[path].seen },
      ],
    },
    ...(fields.length === 0 ? [] : [{ title: 'Fields', entries: fields.map(fieldEntry) }]),
    { title: 'Example', code: exampleOf(path) },
  ],
})

/** `price` and `manifest.price` for `products.price`, where no field of the manifest itself has the name. */
const shortNames = (path: string): readonly string[] => {
  const name = path.slice(path.indexOf('.') + 1)
  if (name === path) return []
  return Object.hasOwn(MANIFEST_FIELDS, name) ? [name] : [name, `manifest.${name}`]
}

/** A field in a list of fields. */
const fieldEntry = ({ path, allowed, required }: Field): Entry => ({
  name: path,
  type: `${allowed} (${required === YES ? 'required' : required === NO ? 'optional' : required})`,
  text: describeField(path),
  topic: `manifest.${path}`,
})

const SECTIONS: Readonly<Record<string, string>> = { access: '2.3', products: '2.3', capabilities: '2.4' }

const YES = 'yes'
const NO = 'no'

/** Where it depends, or a field that is left out means something. */
const PRESENCE: Readonly<Partial<Record<ManifestField, string>>> = {
  entry: `optional; default: \`${DEFAULT_ENTRY}\``,
  orientation: 'optional; default: `any`',
  'access.price': 'required for the paid types',
  'access.statement': 'required for the paid types',
}

const FIELDS = (): readonly Field[] =>
  Object.entries(manifestSchema.shape).map(([name, schema]) => fieldOf(name, schema, allowedBy(schema)))

const fieldOf = (path: string, given: z.ZodMiniType, allowed: string): Field => {
  if (!isManifestField(path)) throw new Error(`The field ${path} of the manifest has no text.`)
  const schema = withoutOptional(given)
  // What decides which kind of object it is: the whole says which kinds there are.
  const { discriminator } = schema.def as { readonly discriminator?: string }
  return {
    path,
    allowed,
    required: PRESENCE[path] ?? (isOptional(given) ? NO : YES),
    fields: [...shapeIn(schema)].map(([name, one]) =>
      fieldOf(`${path}.${name}`, one, name === discriminator ? messageFor(schema, {}) : allowedBy(one)),
    ),
  }
}

/** The fields in an object, in each of an array, in all kinds of a union together, or in each of the capabilities. */
const shapeIn = (schema: z.ZodMiniType): ReadonlyMap<string, z.ZodMiniType> => {
  const { def } = withoutOptional(schema) as Defined
  switch (def.type) {
    case 'object': {
      const shapes = Object.entries(def.shape)
      return shapes.every(([name]) => CAPABILITIES.some((capability) => capability === name))
        ? merged(shapes.map(([, shape]) => shape))
        : new Map(shapes)
    }
    case 'array':
      return shapeIn(def.element)
    case 'union':
      return merged(def.options)
    default:
      return new Map()
  }
}

const merged = (schemas: readonly z.ZodMiniType[]): ReadonlyMap<string, z.ZodMiniType> =>
  new Map(schemas.flatMap((schema) => [...shapeIn(schema)]))

const everyField = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [field, ...everyField(field.fields)])

const allowedBy = (given: z.ZodMiniType): string => {
  const schema = withoutOptional(given)
  const { def } = schema as Defined
  const message = messageFor(schema, null)
  return def.type === 'array' && shapeIn(def.element).size === 0
    ? `${message}, each ${messageFor(def.element, null)}`
    : message
}

/** @param value one that the schema refuses */
const messageFor = (schema: z.ZodMiniType, value: unknown): string => {
  const issue = schema.safeParse(value).error?.issues[0]
  if (issue === undefined) throw new Error(`A field of the manifest takes ${JSON.stringify(value)}.`)
  return issue.message
}

/** The field in the whole manifest, with its name. */
const exampleOf = (path: ManifestField): string => {
  let value: unknown = EXAMPLE_MANIFEST
  let name = ''
  for (const part of path.split('.')) {
    name = part
    value = fieldIn(value, part)
  }
  return `${JSON.stringify(name)}: ${jsonText(value)}`
}

const fieldIn = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return fieldIn(value[0], name)
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, name)
  return found === undefined ? fieldIn(Object.values(value)[0], name) : found
}

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2)
