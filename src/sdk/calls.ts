import type { Method } from '../platform/calls/table.js'
import { CallError } from '../rpc/requester.js'
import { type CallFacts, OPTIONS, UNUSUAL_FACTS, USUAL_FACTS } from './call-facts.js'

/** What the SDK knows of a call. */
export const factsOf = (method: Method): CallFacts => ({
  name: method,
  ...USUAL_FACTS,
  ...UNUSUAL_FACTS[method],
})

/** The call with this name or protocol method, if there is one. */
export const findCall = (name: string): CallFacts | undefined =>
  (Object.keys(UNUSUAL_FACTS) as Method[])
    .map((method) => ({ method, facts: factsOf(method) }))
    .find(({ method, facts }) => name === method || name === facts.name)?.facts

/**
 * The parameters of a request, from the arguments of the SDK's call. An argument of its own wins over an option of
 * the same name. They come in the order in which the app gave them.
 * @throws {CallError} `INVALID` if the options are not an object, which would be lost
 */
export const paramsOf = (method: Method, values: readonly unknown[]): unknown => {
  const names = factsOf(method).arguments
  // A call that takes only options passes them on as they are, so that the host can say what is wrong with them.
  if (names[0] === OPTIONS) return values[0] === undefined ? {} : values[0]
  const params: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) {
    const value = values[index]
    if (name !== OPTIONS) params[name] = value
    else if (isOptions(value)) {
      for (const [option, given] of Object.entries(value)) if (!names.includes(option)) params[option] = given
    } else if (value !== undefined && value !== null)
      throw new CallError('INVALID', `The options of Service.${factsOf(method).name}() must be an object.`)
  }
  return params
}

/** Whether options are an object of fields. A list, a map or a date would be lost. */
const isOptions = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]'
