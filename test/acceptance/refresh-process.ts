import { systemClock } from '../../src/publish/clock.js'
import { answerTo } from '../../src/publish/requests/authorized-call.js'
import { boundedFetch } from '../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../src/publish/requests/system-fetch.js'
import { keyStoreTokens } from '../../src/publish/token-store/key-store-tokens.js'
import { tokenFile } from '../../src/publish/token-store/token-file.js'
import type { TokenStore } from '../../src/publish/token-store/token-store.js'

/** The client's own store of sign-ins in a file, with no key store; a warning is an error. */
export const fileTokens = (folder: string): TokenStore => {
  const warn = (line: string): void => {
    throw new Error(line)
  }
  return keyStoreTokens(tokenFile(folder, systemClock.now, warn), folder, () => null, warn)
}

/** Reads the profile once, which refreshes the token first if it has expired. @returns the answer's status */
export const readProfileOnce = async (folder: string): Promise<number> => {
  const { answer } = await answerTo(
    { kind: 'profile', store: fileTokens(folder), profile: 'default' },
    { operation: { method: 'GET', scopes: ['read:feed'] }, path: '/v1/profile' },
    {
      fetch: boundedFetch(systemFetch({})),
      clock: systemClock,
      signal: new AbortController().signal,
      onBackOff: () => {},
    },
  )
  return answer.status
}

// As a process of its own, it reads as soon as it starts.
const folder = process.env['REFRESH_PROCESS_FOLDER']
if (folder !== undefined) await readProfileOnce(folder)
