import type { OperationName } from '../../platform/publishing.js'
import type { World } from '../world.js'

/** Enough to find a mistake; a hostile body could have a million. */
const MAX_NAMED = 10

/** Logs the fields of a body that the operation does not have, which are ignored: often a misspelt name. */
export const logUnknownFields = (
  world: World,
  operation: OperationName,
  app: string,
  body: unknown,
  schema: { readonly shape: object },
): void => {
  if (typeof body !== 'object' || body === null) return
  const fields = Object.keys(body).filter((name) => !Object.hasOwn(schema.shape, name))
  if (fields.length > 0)
    world.log({ event: 'unknown-fields', operation, app, fields: fields.slice(0, MAX_NAMED) })
}
