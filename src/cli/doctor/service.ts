import { Failure } from '../../failure.js'
import type { BoundedFetch } from '../../publish/requests/bounded-fetch.js'
import { discover } from '../../publish/sign-in/authorization-server.js'
import type { Examination } from './finding.js'
import { finding } from './machine.js'

/** Whether a service answers and describes how to sign in. No token is sent. */
export const examineService =
  (fetch: BoundedFetch, baseUrl: string | null, signal: AbortSignal): Examination =>
  async () => {
    if (baseUrl === null)
      return finding('service', 'Service', 'skipped', 'no --base-url given, and you are not signed in')
    try {
      const { discovered } = await discover(fetch, baseUrl, '', signal)
      return finding(
        'service',
        'Service',
        'ok',
        `${baseUrl} answers${discovered ? '' : ', without a discovery document'}`,
      )
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted') throw error
      return finding('service', 'Service', 'failure', error.message, error.remedy ?? null)
    }
  }
