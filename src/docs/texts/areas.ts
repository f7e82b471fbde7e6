import type { Method } from '../../platform/calls/table.js'
import type { EventName } from '../../platform/events.js'
import { MATCH_MIN_PLAYERS } from '../../platform/limits.js'
import { limitValue } from '../limit-value.js'
import type { GuideName } from './guides.js'
import type { OwnCall } from './own-calls.js'

/** A group of calls and events. */
export interface AreaText {
  readonly title: string
  /** One or two sentences. */
  readonly summary: string
  readonly sections: readonly string[]
  readonly calls: readonly (Method | OwnCall)[]
  readonly events: readonly EventName[]
  /** The guide that shows the calls together. */
  readonly guide: GuideName
}

/** The areas of the SDK, in reading order. */
export const AREAS = {
  lifecycle: {
    title: 'Start, context and events',
    summary:
      'Call `ready` as soon as something is on screen. `getContext` says who plays, where, and what this host can do.',
    sections: ['2.5', '4.2', '6'],
    calls: ['ready', 'getContext', 'capability', 'supports', 'on', 'off', 'close'],
    events: ['visibility', 'theme'],
    guide: 'first-screen',
  },
  storage: {
    title: 'Storage',
    summary:
      'Small texts for this person in this app. They survive new versions and follow the person to other devices.',
    sections: ['4.1', '8.2'],
    calls: ['storage.get', 'storage.set', 'storage.remove', 'storage.keys'],
    events: [],
    guide: 'saved-game',
  },
  payments: {
    title: 'Payments',
    summary:
      'Sell the products of your manifest for credits. The host draws the payment sheet; you deliver what was bought.',
    sections: ['2.3', '2.6', '3.2', '4.3'],
    calls: ['pay', 'getPurchases', 'consume'],
    events: [],
    guide: 'shop',
  },
  sharing: {
    title: 'Sharing',
    summary:
      'Offer a picture, a text or both for a story, a post or a chat. The app never learns whether the person shared.',
    sections: ['4.4'],
    calls: ['share'],
    events: [],
    guide: 'share-canvas',
  },
  picking: {
    title: 'Photos and videos',
    summary: 'The person picks a photo or video on a sheet of the host, and the app gets the file.',
    sections: ['4.5'],
    calls: ['pickImage', 'pickVideo'],
    events: [],
    guide: 'pick-photo',
  },
  nickname: {
    title: 'Nicknames',
    summary: 'The name under which a person appears in this app. Only the host asks for it.',
    sections: ['4.6'],
    calls: ['getNickname'],
    events: ['nickname'],
    guide: 'ranking',
  },
  db: {
    title: 'Shared store',
    summary:
      'Records that all players of the app can read: scores, levels, ghosts. Each player writes their own. Game data only, never messages.',
    sections: ['2.7', '4.6', '8.3'],
    calls: ['db.set', 'db.get', 'db.list', 'db.remove', 'db.usage'],
    events: [],
    guide: 'ranking',
  },
  multiplayer: {
    title: 'Multiplayer',
    summary: `Live matches of ${MATCH_MIN_PLAYERS} to ${limitValue('MATCH_MAX_PLAYERS')}, who send each other small messages. Nothing is stored.`,
    sections: ['2.7', '3.4', '4.8', '8.3'],
    calls: ['mp.host', 'mp.join', 'mp.list', 'mp.send', 'mp.leave', 'multiplayer.on', 'multiplayer.off'],
    events: ['mp.joined', 'mp.left', 'mp.message', 'mp.host', 'mp.closed'],
    guide: 'match',
  },
  ai: {
    title: 'AI on the phone',
    summary:
      'Pictures, sounds and answers made on the phone. Declare the capabilities in the manifest, and offer something else where they are unavailable.',
    sections: ['2.4', '3.4', '4.7', '8.4'],
    calls: ['ai.image.generate', 'ai.audio.generate', 'ai.ask', 'ai.cancel'],
    events: ['ai.progress'],
    guide: 'ai-with-fallback',
  },
} as const satisfies Record<string, AreaText>

export type AreaName = keyof typeof AREAS
