import { AI } from './ai.js'
import type { Handlers } from './call.js'
import { LIFECYCLE } from './lifecycle.js'
import { MULTIPLAYER } from './multiplayer.js'
import { NICKNAME } from './nickname.js'
import { PAYMENTS } from './payments.js'
import { PICKING } from './picking.js'
import { SHARED_STORE } from './shared-store.js'
import { SHARING } from './sharing.js'
import { STORAGE } from './storage.js'

/** Every method that this host has. */
export const HANDLERS: Handlers = {
  ...LIFECYCLE,
  ...STORAGE,
  ...SHARED_STORE,
  ...PAYMENTS,
  ...NICKNAME,
  ...SHARING,
  ...PICKING,
  ...MULTIPLAYER,
  ...AI,
}
