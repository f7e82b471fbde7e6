import { partFor, type ShimPartName } from '../../../shim/part-names.js'
import { stringOf } from '../../facts/script/node.js'
import type { ScriptUse } from '../../facts/script/use.js'

/** The part of the browser shim that makes a use do no harm; null where none does. */
export const shimmedBy = ({ names, global, around, values }: ScriptUse): ShimPartName | null => {
  // The page around the app has none.
  if (around) return null
  const last = names.at(-1) ?? ''
  const event =
    last === 'addEventListener' ? stringOf(values[0]) : last.startsWith('on') ? last.slice(2) : null
  return event === 'gamepadconnected' || event === 'gamepaddisconnected' ? 'gamepads' : partFor(names, global)
}
