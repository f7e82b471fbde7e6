import type { Request, Response } from 'express'
import type * as z from 'zod'
import type { OperationName } from '../../platform/publishing.js'
import { describeIssues } from '../http/json-body.js'
import type { World } from '../world.js'
import { appOf } from './api-guard.js'

/** Enough to find a mistake; a hostile body could have a million. */
const MAX_NAMED = 10

/**
 * Reads the body of an operation. Fields that the operation does not have are ignored, and logged: often it is a misspelt
 * name.
 * @returns null where it was refused
 */
export const readBody = <Schema extends z.ZodObject>(
  world: World,
  operation: OperationName,
  { body }: Pick<Request, 'body'>,
  response: Response,
  schema: Schema,
): z.output<Schema> | null => {
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : []
  const fields = names.filter((name) => !Object.hasOwn(schema.shape, name))
  if (fields.length > 0) {
    const app = appOf(response).name
    world.log({ event: 'unknown-fields', operation, app, fields: fields.slice(0, MAX_NAMED) })
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  refuse(world, response, operation, describeIssues(parsed.error.issues))
  return null
}

/** 7: what a post is refused with where its author lacks the credits. */
export const LACKS_CREDITS = 'Post creation failed with upstream status 402.'

/** Answers that the operation takes no such request. */
export const refuse = (world: World, response: Response, operation: OperationName, reason: string): void => {
  world.log({ event: 'refused', operation, status: 400, reason })
  const what = operation === 'createPost' ? 'Post creation' : 'Upload'
  response.status(400).json({ error: `${what} failed: ${reason}` })
}
