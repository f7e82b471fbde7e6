import * as z from 'zod'
import { manifestSchema } from './manifest.js'

/**
 * The manifest's schema for editors, in the draft that they all read. What a JSON Schema cannot say (outer spaces,
 * amounts of credits) is left to `check`.
 */
export const manifestJsonSchema = (): object => ({
  ...z.toJSONSchema(manifestSchema, { target: 'draft-7', io: 'input' }),
  title: 'Mini app manifest',
})
