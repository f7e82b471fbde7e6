import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

/** `getNickname` (4.6). */
export const NICKNAME_CALLS = {
  getNickname: {
    ...PLAIN_CALL,
    name: 'getNickname',
    arguments: [OPTIONS],
    gesture: 'ask',
    feature: 'nickname',
    sheet: 'nickname',
    mayFailWith: ['TIMEOUT', 'BUSY', 'OFFLINE'],
  },
} as const satisfies CallArea
