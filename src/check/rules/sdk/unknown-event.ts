import { EVENT_NAMES } from '../../../platform/events.js'
import { argument, type SdkCall } from '../../facts/sdk/calls.js'
import { nearestName } from '../../facts/text/nearest-name.js'
import { callRule } from './call-rule.js'

export const unknownEvent = callRule(
  {
    id: 'sdk/unknown-event',
    level: 'warning',
    impact: 'degrades',
    section: '6',
    breach: 'A script listens to an event that the host does not send.',
    why: 'The listener is never called.',
    remedy:
      'Use an event of section 6. For match events, `Service.multiplayer.on` uses the short names, such as `joined`.',
  },
  (call) => {
    const names = NAMES.get(call.name)
    const event = textOf(call)
    if (names === undefined || event === null || names.includes(event)) return null
    return {
      message: `Service.${call.name}(): the host never sends ${JSON.stringify(event.slice(0, MAX_SHOWN))}, so the listener is never called.`,
      fix: fixFor(call.name, event, names),
    }
  },
)

const MAX_SHOWN = 40

const MATCH_EVENTS = EVENT_NAMES.flatMap((name) => (name.startsWith('mp.') ? [name.slice('mp.'.length)] : []))

/** The events that each call takes. `on` takes those of a match too, by their long names. */
const NAMES = new Map<string, readonly string[]>([
  ['on', EVENT_NAMES],
  ['off', EVENT_NAMES],
  ['multiplayer.on', MATCH_EVENTS],
  ['multiplayer.off', MATCH_EVENTS],
])

const textOf = (call: SdkCall): string | null => {
  const event = argument(call, 0)
  return event.kind === 'exact' && typeof event.value === 'string' ? event.value : null
}

const fixFor = (call: string, event: string, names: readonly string[]): string => {
  const short = event.replace(/^(?:mp|multiplayer)[.:]/, '')
  if (call.startsWith('multiplayer.') && names.includes(short)) return `Write ${JSON.stringify(short)}.`
  if (!call.startsWith('multiplayer.') && MATCH_EVENTS.includes(short))
    return `Write Service.multiplayer.${call}(${JSON.stringify(short)}, …).`
  const near = nearestName(event, names)
  return near === null ? `Use one of ${names.join(', ')}.` : `Write ${JSON.stringify(near)}.`
}
