import { AI } from './ai/calls.js'
import { MULTIPLAYER } from './matches/calls.js'
import { PAYMENTS } from './money/calls.js'
import { NICKNAME } from './nickname/calls.js'
import { PICKING } from './picking/calls.js'
import { SHARED_STORE } from './records/calls.js'
import type { Handlers } from './session/call.js'
import { LIFECYCLE } from './session/calls.js'
import { SHARING } from './sharing/calls.js'
import { STORAGE } from './storage/calls.js'

/** The handler of every method of 4.1. */
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
