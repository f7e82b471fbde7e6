import type { Method } from '../../platform/call-table.js'
import type { Handlers } from './call.js'
import { LIFECYCLE } from './lifecycle.js'
import { SHARED_STORE } from './shared-store.js'
import { STORAGE } from './storage.js'

/** Every method that this host has. */
export const HANDLERS: Handlers = { ...LIFECYCLE, ...STORAGE, ...SHARED_STORE }

export const hasMethod = (method: Method): boolean => Object.hasOwn(HANDLERS, method)
