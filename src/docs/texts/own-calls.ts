import type { OWN_CALLS } from '../../platform/calls/definition.js'
import type { ParameterText } from './calls.js'

export type OwnCall = (typeof OWN_CALLS)[number]

/** A call that the SDK answers itself. */
export interface OwnCallText {
  readonly signature: string
  readonly summary: string
  readonly sections: readonly string[]
  readonly parameters: readonly ParameterText[]
  /** The type of the result in the SDK's notation. */
  readonly result: string
  readonly resultText: string
  /** The code that it can reject with, although it sends nothing of its own. */
  readonly rejects: readonly ('NO_HOST' | 'TIMEOUT')[]
}

const LISTENER = {
  name: 'listener',
  type: '(data) => void',
  text: 'The function. Adding the same one again has no effect.',
} as const

/** The calls that send nothing to the host (4.1, 6). */
export const OWN_CALL_TEXTS = {
  capability: {
    signature: 'Service.capability(name)',
    summary: 'Says whether an AI capability can be used here. Never rejects.',
    sections: ['4.1', '3.4', '4.7'],
    parameters: [{ name: 'name', type: "'ai.image' | 'ai.audio' | 'ai.assistant'", text: 'The capability.' }],
    result: `{
  supported: boolean
  version: number
  state: 'ready' | 'needs_download' | 'unavailable'
  tools: string[]
}`,
    resultText:
      '`supported` is true for `ready` and `needs_download`. A capability that the manifest does not declare is not supported.',
    rejects: [],
  },
  supports: {
    signature: 'Service.supports(name)',
    summary: 'Says whether this host has a call or a feature. Phone apps may be older than your app.',
    sections: ['4.1', '4.2', '9'],
    parameters: [
      {
        name: 'name',
        type: 'string',
        text: "A call, such as `pickImage` or `db.set`, or a feature that the manifest's `requires` can name.",
      },
    ],
    result: 'boolean',
    resultText: 'Without `features` in the context, it is true for the calls that every host has.',
    rejects: ['NO_HOST', 'TIMEOUT'],
  },
  on: {
    signature: 'Service.on(event, listener)',
    summary: 'Listens to an event of the host. Returns nothing, not a promise.',
    sections: ['4.1', '6'],
    parameters: [
      { name: 'event', type: 'string', text: "The event's name, such as `visibility`." },
      LISTENER,
    ],
    result: 'undefined',
    resultText: 'It is synchronous.',
    rejects: [],
  },
  off: {
    signature: 'Service.off(event, listener)',
    summary: 'Stops listening to an event of the host.',
    sections: ['4.1', '6'],
    parameters: [
      { name: 'event', type: 'string', text: "The event's name." },
      { ...LISTENER, text: 'The same function as for `on`.' },
    ],
    result: 'undefined',
    resultText: 'It is synchronous.',
    rejects: [],
  },
  'multiplayer.on': {
    signature: 'Service.multiplayer.on(event, listener)',
    summary: 'Listens to an event of the match, by its short name.',
    sections: ['6', '4.8'],
    parameters: [
      { name: 'event', type: "'joined' | 'left' | 'message' | 'host' | 'closed'", text: 'The short name.' },
      LISTENER,
    ],
    result: 'undefined',
    resultText: 'It is synchronous.',
    rejects: [],
  },
  'multiplayer.off': {
    signature: 'Service.multiplayer.off(event, listener)',
    summary: 'Stops listening to an event of the match.',
    sections: ['6', '4.8'],
    parameters: [
      { name: 'event', type: "'joined' | 'left' | 'message' | 'host' | 'closed'", text: 'The short name.' },
      { ...LISTENER, text: 'The same function as for `multiplayer.on`.' },
    ],
    result: 'undefined',
    resultText: 'It is synchronous.',
    rejects: [],
  },
} as const satisfies Record<OwnCall, OwnCallText>
