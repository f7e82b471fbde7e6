import type { EventName } from '../../platform/events.js'
import type { ExampleName } from '../examples.js'
import { limitValue } from '../limit-value.js'

export interface EventText {
  readonly summary: string
  /** The type of the data in the SDK's notation. */
  readonly data: string
  readonly text: string
  readonly example: ExampleName
}

/** What the table of events does not say about them (6). */
export const EVENT_TEXTS = {
  visibility: {
    summary: 'The person left the service, or returned.',
    data: '{ visible: boolean }',
    text: 'It is not sent at the start: assume that the app is visible. It is not sent while a sheet of the host is open. There is no event for a confirmed payment: check `getPurchases` when the app becomes visible.',
    example: 'on',
  },
  theme: {
    summary: 'The theme changed.',
    data: "{ theme: 'light' | 'dark' }",
    text: 'The theme at the start is in `getContext`.',
    example: 'first-screen',
  },
  nickname: {
    summary: "The person changed their nickname in the host's menu.",
    data: '{ nickname: string | null }',
    text: '`getNickname` gives the nickname at the start.',
    example: 'getNickname',
  },
  'ai.progress': {
    summary: 'An AI request made progress.',
    data: `{
  request: string
  stage: 'downloading' | 'loading' | 'making' | 'searching' | 'writing'
  done?: number
  total?: number
}`,
    text: '`onProgress` of the AI calls gets the same data, only for its own request.',
    example: 'ai.image.generate',
  },
  'mp.joined': {
    summary: 'A player joined the match.',
    data: '{ player: { id: string, nickname: string | null } }',
    text: '`match.players` has those who joined before you.',
    example: 'multiplayer.on',
  },
  'mp.left': {
    summary: 'A player left the match.',
    data: '{ player: { id: string, nickname: string | null }, reason: string }',
    text: 'The platform document defines no reasons, so do not rely on them. The simulator sends `left` if the player left on their own, and `connection_lost` for everything else.',
    example: 'match',
  },
  'mp.message': {
    summary: 'A message from another player arrived.',
    data: '{ from: string, data: any JSON }',
    text: '`from` is the ID of the player. Check the data before you use it: it comes from another device.',
    example: 'match',
  },
  'mp.host': {
    summary: 'The host of the match left, and this player is the new host.',
    data: '{ player: { id: string, nickname: string | null } }',
    text: 'If that player is you, take over what the host does in your game.',
    example: 'multiplayer.on',
  },
  'mp.closed': {
    summary: 'The match closed.',
    data: "{ reason: 'unavailable' | 'idle' | 'expired' | 'connection_lost' }",
    text: `\`idle\`: one player and no messages for ${limitValue('MATCH_IDLE_MS')}. \`expired\`: the match has lasted ${limitValue('MATCH_MAX_MS')}. \`connection_lost\`: join again.`,
    example: 'match',
  },
} as const satisfies Record<EventName, EventText>
