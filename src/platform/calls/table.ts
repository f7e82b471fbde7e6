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

/** The SDK's name of a protocol method, by which developers know it; another text stays as it is. */
export const sdkName = (method: string): string => (isMethod(method) ? CALL_TABLE[method].name : method)
