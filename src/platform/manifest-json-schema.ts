import * as z from 'zod'
import { manifestSchema } from './manifest.js'
import { describeField, EXAMPLE_MANIFEST, isManifestField } from './manifest-fields.js'

/**
 * The manifest's schema for editors, in the draft that they all read. What a JSON Schema cannot say (outer spaces,
 * amounts of credits) is left to `check`.
 */
export const manifestJsonSchema = (): object => {
  const schema = z.toJSONSchema(manifestSchema, { target: 'draft-7', io: 'input' })
  describe(schema, null)
  return { ...schema, title: 'Mini app manifest', examples: [EXAMPLE_MANIFEST] }
}

type JsonSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>

/** Gives the fields in an object, and in what is in it, their descriptions. @param above the object's own field; null: the manifest */
const describe = (schema: JsonSchema, above: string | null): void => {
  for (const part of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    if (typeof part === 'object' && !Array.isArray(part)) describe(part, above)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (typeof field === 'boolean') continue
    const path = above === null ? name : `${above}.${name}`
    if (isManifestField(path)) field.description = describeField(path)
    // The capabilities are keyed by their names, and have the same fields.
    describe(field, isManifestField(path) ? path : above)
  }
}
