import { type CallParameters, parametersOf } from '../../../platform/calls/shapes.js'
import type { Method } from '../../../platform/calls/table.js'
import { typeOf, UNKNOWN } from '../script/static-value.js'
import { type ArgumentFault, missing } from './argument-fault.js'
import { argument, type SdkCall } from './calls.js'
import { judgeField } from './field-faults.js'
import { isNothing, NOTHING, optionFaults, type Params, paramsOfCall } from './params.js'
import { describe } from './value-words.js'
import { wholeFaults } from './whole-faults.js'

/** What the host would say to a call, as far as its arguments are known: by the schemas and predicates of the host. */
export const argumentFaults = (call: SdkCall): readonly ArgumentFault[] => {
  const { method } = call
  if (method === null) return listenerFaults(call)
  const params = paramsOfCall(method, call)
  // A value that is not an object has no fields to judge.
  if (params.fault !== null && params.fault.code !== null) return [params.fault]
  const shapes = parametersOf(method)
  const judged = shapes.map((shape) => judgeFields(method, shape, params))
  // Of a call that takes this or that, what comes nearest.
  const [faults = []] = judged.toSorted((a, b) => a.length - b.length)
  if (shapes.length > 1 && !params.open && shapes.every((shape) => hasNone(shape, params)))
    return [missing(shapes.flatMap((shape) => Object.keys(shape)).join(' or '), 'it')]
  const options = optionFaults(method, shapes, params)
  return [
    ...(params.fault === null ? [] : [params.fault]),
    ...faults,
    ...(faults.length === 0 ? [...wholeFaults(method, params)] : []),
    ...options,
  ]
}

/** The SDK itself throws where the listener is not a function; the host is not involved. */
const listenerFaults = (call: SdkCall): readonly ArgumentFault[] => {
  if (call.name !== 'on' && call.name !== 'multiplayer.on') return []
  const listener = argument(call, 1)
  const type = typeOf(listener)
  if (type === null || type === 'function') return []
  const isMissing = listener.kind === 'exact' && listener.value === undefined
  return [
    {
      kind: isMissing ? 'missing-argument' : 'wrong-type',
      found: isMissing
        ? 'the listener is missing'
        : `the listener ${describe(listener)}; it must be a function`,
      code: 'throws',
      fix: 'Pass a function as the second argument.',
    },
  ]
}

const hasNone = (shape: CallParameters, { fields }: Params): boolean =>
  Object.keys(shape).every((name) => isNothing(fields.get(name) ?? NOTHING))

const judgeFields = (method: Method, shape: CallParameters, params: Params): readonly ArgumentFault[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const value = params.fields.get(name) ?? (params.open ? UNKNOWN : NOTHING)
    return judgeField(method, name, schema, value) ?? []
  })
