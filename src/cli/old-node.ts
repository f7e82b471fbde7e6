import { Failure } from '../failure.js'
import { isNodeAtLeast } from '../version.js'

/**
 * What an error that nobody expected stands for on a Node.js that is too old: npm installs this on any, and there it
 * breaks down in ways that tell nobody why. Null where the Node.js is new enough.
 */
export const oldNodeFailure = (version: string, oldest: string, error: unknown): Failure | null =>
  isNodeAtLeast(version, oldest)
    ? null
    : new Failure(
        'usage',
        `miniapp does not run on Node.js ${version}: it needs ${oldest} or newer.`,
        'Install a newer Node.js.',
        error,
      )
