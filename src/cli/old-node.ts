import { type Failure, usageFailure } from '../failure.js'
import { isNodeAtLeast } from '../version.js'

/**
 * Turns an unexpected error on an outdated Node.js into a clear failure: npm installs this package on any
 * version, where it would fail in obscure ways. Null if the version is supported.
 */
export const oldNodeFailure = (version: string, oldest: string, error: unknown): Failure | null =>
  isNodeAtLeast(version, oldest)
    ? null
    : usageFailure(
        `miniapp needs Node.js ${oldest} or newer; this is ${version}.`,
        'Install a newer Node.js.',
        error,
      )
