import { CALL_TABLE } from '../../../platform/calls/table.js'
import type { SdkCall } from '../../facts/sdk/calls.js'
import { asksPerson, type NoTap, noTap } from '../../facts/sdk/tap-context.js'
import { callRule } from './call-rule.js'

export const needsTap = callRule(
  {
    id: 'sdk/needs-tap',
    level: 'warning',
    impact: 'breaks',
    section: '4.1',
    breach: 'A call that needs a tap is made while the script loads, or after a slow operation.',
    why: 'Outside a click, pointerup, touchend or keydown handler, the call rejects with NEEDS_TAP. Browsers end a tap after 5 seconds. Slow operations are those that wait for a user or for AI (a sheet, a match, an image), and timers of 5 seconds or more. Requests for bundled files and storage calls are fast. Only certain cases are reported.',
    remedy: 'Make the call first in the tap handler, or add a second button for it.',
  },
  (call) => {
    const found = wantsTap(call) ? noTap(call) : null
    if (found === null) return null
    return {
      failing: 'rejects',
      message: `Service.${call.name}() ${whenMade(found)}; without a tap it rejects with NEEDS_TAP.`,
      fix:
        found.why === 'slow'
          ? 'Call it directly in a tap handler, for example of a second button.'
          : 'Call it in a click, pointerup, touchend or keydown handler.',
    }
  },
)

const wantsTap = (call: SdkCall): boolean => {
  if (call.method === null) return false
  const { gesture } = CALL_TABLE[call.method]
  return gesture === 'tap' || (gesture === 'ask' && asksPerson(call))
}

const whenMade = (found: NoTap): string => {
  if (found.why === 'slow') return `is called after waiting for ${found.what}`
  return found.why === 'timer' ? 'is called by a timer' : 'is called while the script loads'
}
