import { FLAGS } from '../../../platform/flags.js'
import type { FileFacts } from '../../facts/file.js'
import { SCRIPTS } from '../../facts/script/part.js'
import type { FileRule, Finding } from '../../rule.js'

/** A text that an upload is flagged for, wherever its scripts have it: comments and strings included (2.8). */
interface FlaggedText {
  readonly id: `script/${string}`
  readonly flag: string
  /** As the rule's page names it. */
  readonly text: string
  /** What every match has in it, found much faster than a pattern: it begins with a rare letter. */
  readonly word: string
  readonly pattern: RegExp
}

const flaggedText = ({ id, flag, text, word, pattern }: FlaggedText): FileRule => ({
  id,
  level: 'flag',
  impact: null,
  section: '2.8',
  breach: `A script has the text \`${text}\`.`,
  why: `The version is flagged "${flag}": it waits for an admin and never goes live automatically. It would not work either: a mini app has no network access.`,
  remedy: 'Remove the text, also from libraries and comments.',
  needs: [SCRIPTS],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await placesOf(file, word, pattern)).map(({ found, ...place }) => ({
      ...place,
      message: `${flag}: the script has the text ${found}, so this version waits for an admin.`,
      fix: 'Remove the code, or wait for an admin to review the version.',
    })),
})

type Found = Pick<Finding, 'file' | 'line' | 'column'> & { readonly found: string }

const placesOf = async (file: FileFacts, word: string, pattern: RegExp): Promise<readonly Found[]> =>
  (await file.scripts()).flatMap(({ text, place }) =>
    text.includes(word)
      ? [...text.matchAll(pattern)].map((match) => ({
          file: file.path,
          ...place(match.index),
          found: match[0].replace(/\s+/g, ' '),
        }))
      : [],
  )

/** The flags of 2.8 that are set by a text. */
export const FLAGGED_TEXT_RULES: readonly FileRule[] = [
  flaggedText({
    id: 'script/webrtc',
    flag: FLAGS.webrtc,
    text: 'RTCPeerConnection',
    word: 'RTCPeerConnection',
    pattern: /(?:webkit)?RTCPeerConnection/g,
  }),
  flaggedText({
    id: 'script/websocket',
    flag: FLAGS.websocket,
    text: 'new WebSocket',
    word: 'WebSocket',
    pattern: /new\s+WebSocket/g,
  }),
  flaggedText({
    id: 'script/event-source',
    flag: FLAGS.eventSource,
    text: 'EventSource(',
    word: 'EventSource(',
    pattern: /EventSource\(/g,
  }),
  flaggedText({
    id: 'script/send-beacon',
    flag: FLAGS.sendBeacon,
    text: 'sendBeacon(',
    word: 'Beacon(',
    pattern: /sendBeacon\(/g,
  }),
]
