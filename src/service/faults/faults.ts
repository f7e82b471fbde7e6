import type { FaultsChange } from '../../control/service-bodies.js'
import type { ApiFault, OperationFault, OperationFaults, SignInFault } from '../../control/service-faults.js'
import type { OperationName } from '../../platform/publishing.js'

/** What happens to a request. */
interface MetFault {
  readonly fault: Exclude<ApiFault, 'until-refreshed'>
  readonly delayMs: number
}

const UNHARMED: MetFault = { fault: 'none', delayMs: 0 }

/**
 * The active faults of the API and of signing in; not kept across restarts. The fault of an operation takes the place of
 * the API's.
 */
export class Faults {
  #api: ApiFault = 'none'
  #signIn: SignInFault = 'none'
  readonly #operations = new Map<OperationName, OperationFault>()
  /** Where `until-refreshed` is active: the tokens that there were when it was switched on, as hashes. */
  readonly #outdated = new Map<OperationName | 'api', ReadonlySet<string>>()

  get api(): ApiFault {
    return this.#api
  }

  get signIn(): SignInFault {
    return this.#signIn
  }

  get operations(): OperationFaults {
    return Object.fromEntries(this.#operations)
  }

  /** @param tokens the hashes of the access tokens that there are now */
  change(
    { api, signIn, operations = {} }: Pick<FaultsChange, 'api' | 'signIn' | 'operations'>,
    tokens: Iterable<string>,
  ): void {
    const outdated = new Set(tokens)
    const note = (place: OperationName | 'api', fault: ApiFault): void => {
      if (fault === 'until-refreshed') this.#outdated.set(place, outdated)
      else this.#outdated.delete(place)
    }
    if (signIn !== undefined) this.#signIn = signIn
    if (api !== undefined) {
      this.#api = api
      note('api', api)
    }
    for (const [key, fault] of Object.entries(operations)) {
      const name = key as OperationName
      if (fault === null) this.#operations.delete(name)
      else this.#operations.set(name, fault)
      note(name, fault?.fault ?? 'none')
    }
  }

  /** Switches everything off. */
  clear(): void {
    this.#api = 'none'
    this.#signIn = 'none'
    this.#operations.clear()
    this.#outdated.clear()
  }

  /**
   * What a request gets. It is one of those that the fault of its operation counts.
   * @param operation null for a path that is none's
   * @param token the hash of its token; null without one
   */
  meet(operation: OperationName | null, token: string | null): MetFault {
    const own = operation === null ? undefined : this.#operations.get(operation)
    if (operation === null || own === undefined)
      return { fault: this.#effectOf(this.#api, 'api', token), delayMs: 0 }
    const met = { fault: this.#effectOf(own.fault, operation, token), delayMs: own.delayMs }
    if (met.fault === 'none' && met.delayMs === 0) return UNHARMED
    if (own.count === 1) this.change({ operations: { [operation]: null } }, [])
    else if (own.count !== null) this.#operations.set(operation, { ...own, count: own.count - 1 })
    return met
  }

  #effectOf(fault: ApiFault, place: OperationName | 'api', token: string | null): MetFault['fault'] {
    if (fault !== 'until-refreshed') return fault
    return token !== null && this.#outdated.get(place)?.has(token) === true ? 'denied' : 'none'
  }
}
