import * as z from 'zod'
import { AGE_RATINGS } from '../../platform/ages.js'
import { CAPABILITIES, type Capability, REQUIRABLE_FEATURES } from '../../platform/features.js'
import { productSchema } from '../../platform/manifest.js'
import type { ActiveFault } from '../control/faults/fault.js'
import { switchChangeSchema } from '../control/switch-change.js'
import type { DeclaredCapability, HostedApp } from '../hosted-app.js'

/** The logged start of a host. */
export const startSchema = z.object({
  seed: z.int(),
  data: z.custom<object>((value) => typeof value === 'object' && value !== null).nullable(),
  switches: z.array(z.object({ seat: z.int(), change: switchChangeSchema })),
  sequences: z.object({ records: z.array(z.int()), latest: z.int() }),
  faults: z.object({
    faults: z.array(z.custom<ActiveFault>((value) => typeof value === 'object' && value !== null)),
    lastId: z.int(),
    randomSeed: z.int().nullable(),
  }),
})

const appSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  access: z.discriminatedUnion('type', [
    z.object({ type: z.literal('free') }),
    z.object({ type: z.enum(['one_time', 'pass_30d']), price: z.string(), statement: z.string() }),
  ]),
  products: z.array(productSchema),
  ageRating: z.enum(AGE_RATINGS),
  requires: z.array(z.enum(REQUIRABLE_FEATURES)),
  capabilities: z.partialRecord(
    z.enum(CAPABILITIES),
    z.object({ version: z.int(), purpose: z.string(), tools: z.array(z.string()) }),
  ),
})

/** Reads the app from the log, which has it from its manifest. */
export const readHostedApp = (logged: object): HostedApp => {
  const app = appSchema.parse(logged)
  const capabilities: Partial<Record<Capability, DeclaredCapability>> = {}
  for (const name of CAPABILITIES) {
    const declared = app.capabilities[name]
    if (declared !== undefined) capabilities[name] = declared
  }
  return { ...app, capabilities }
}
