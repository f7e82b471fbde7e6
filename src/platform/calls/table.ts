import { AI_CALLS } from './ai.js'
import type { CallDefinition } from './definition.js'
import { LIFECYCLE_CALLS } from './lifecycle.js'
import { MATCHES_CALLS } from './matches.js'
import { MONEY_CALLS } from './money.js'
import { NICKNAME_CALLS } from './nickname.js'
import { PICKING_CALLS } from './picking.js'
import { RECORDS_CALLS } from './records.js'
import { SHARING_CALLS } from './sharing.js'
import { STORAGE_CALLS } from './storage.js'

const AREAS = {
  ...LIFECYCLE_CALLS,
  ...STORAGE_CALLS,
  ...MONEY_CALLS,
  ...SHARING_CALLS,
  ...PICKING_CALLS,
  ...NICKNAME_CALLS,
  ...RECORDS_CALLS,
  ...MATCHES_CALLS,
  ...AI_CALLS,
} as const

/** A protocol method of 4.1. */
export type Method = keyof typeof AREAS

/** The call table of 4.1: the definition of every call by its protocol method. */
export const CALL_TABLE: { readonly [M in Method]: CallDefinition } = AREAS

/** The SDK's name of a call that goes to the host (4.1). */
export type CallName = (typeof AREAS)[Method]['name']

/** Whether the text is a protocol method. Only own keys count, so `constructor` is not one. */
export const isMethod = (text: string): text is Method => Object.hasOwn(CALL_TABLE, text)

/** The SDK's name of a protocol method, by which developers know it; null for a text that is not a method. */
export const callName = (wire: string): CallName | null => (isMethod(wire) ? AREAS[wire].name : null)

/** The protocol method of each call, by the SDK's name. */
const WIRES: ReadonlyMap<string, Method> = new Map(
  Object.entries(AREAS).map(([wire, { name }]) => [name, wire as Method]),
)

/** The SDK's names of all calls that go to the host, in the order of the table. */
export const CALL_NAMES = [...WIRES.keys()] as [CallName, ...CallName[]]

/** The protocol method of a call, by the SDK's name. */
export const wireOf = (name: CallName): Method => {
  const wire = WIRES.get(name)
  if (wire === undefined) throw new TypeError(`${name} is not a call.`)
  return wire
}

/** Every protocol method, in the order of the table. */
export const METHODS: readonly Method[] = Object.keys(CALL_TABLE).filter(isMethod)
