import { ControlError } from '../testing/index.js'

/** What is waited for; null where it does not come within the wait's own limit. */
export const inTime = async <Awaited>(waiting: Promise<Awaited>): Promise<Awaited | null> => {
  try {
    return await waiting
  } catch (error) {
    if (error instanceof ControlError && error.status === 0) return null
    throw error
  }
}
