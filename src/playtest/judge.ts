import { namesTracker } from '../check/facts/text/tracker-hosts.js'
import type { LogEntry } from '../host/log/call-log.js'
import { isRefusedPlay } from '../host/log/refused-play.js'
import type { ErrorCode } from '../platform/error-codes.js'
import { COVER_MAX_MS, FRAME_MIN_WIDTH_PIXELS } from '../platform/limits.js'
import { judgeViews, quoted, type Views } from './judge-views.js'
import { PLAYTEST_RULE_BY_ID, type PlaytestRule } from './rules.js'

/** A rule violation found in a run; the rule's level and section are added later. */
export interface Breach {
  readonly rule: PlaytestRule
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
  readonly fix: string
  /** Where both pictures are kept, of what differs from the original. */
  readonly pictures?: ComparedPictures
  /** The numbers of the log entries that show it; absent where the log has none. */
  readonly entries?: readonly number[]
}

/** The paths of two pictures to compare, as the person would write them. */
export interface ComparedPictures {
  readonly here: string
  readonly original: string
}

/** The measurements of one scenario, besides the log. */
export interface Measures {
  /** From the page's load event to the call of `ready`, in milliseconds; null if it never came. */
  readonly readyMs: number | null
  /** Whether the first frame is a single plain colour. */
  readonly blank: boolean
  /** The width of the page's content, in CSS pixels, and its widest element; null in a wide frame. */
  readonly content: { readonly width: number; readonly widest: string } | null
  /**
   * The memory of the page after garbage collection (script, elements, buffers), in bytes, at regular times
   * during the play.
   */
  readonly heap: readonly number[]
  /** What blocked rendering: for how long, in milliseconds, and in which file of the bundle. */
  readonly longFrames: readonly { readonly milliseconds: number; readonly file: string | null }[]
  readonly crashed: boolean
  /** Texts that have the colour of what is behind them; none where nobody looked. */
  readonly unreadable?: readonly string[]
  /** The controls that are outside the frame; none where nobody looked. */
  readonly cutOff?: readonly string[]
  /** The texts of which a part is hidden; none where nobody looked. */
  readonly cutTexts?: readonly string[]
  /** The lines of text that were seen while it was played, at several times. */
  readonly lines?: readonly (readonly string[])[]
  /** What a player saw; null where that says nothing, as where something is broken on purpose. */
  readonly views: Views | null
}

/** Where only the log and what was found say something. */
export const NOTHING_MEASURED: Measures = {
  readyMs: 0,
  blank: false,
  content: null,
  heap: [],
  longFrames: [],
  crashed: false,
  views: null,
}

/**
 * Evaluates one scenario from its log and measurements.
 * @param tortured whether faults were injected: an app whose calls fail may start late, and look so
 * @param locale the person's language, a BCP 47 tag
 */
export const judge = (
  entry: string,
  log: readonly LogEntry[],
  measures: Measures,
  tortured = false,
  locale = 'en',
): readonly Breach[] => [
  ...log.flatMap((one) => breachesOf(one, locale).map((found) => ({ ...found, entries: [one.seq] }))),
  ...(tortured ? [] : judgeStart(entry, measures)),
  ...judgePlay(entry, measures),
  ...(measures.crashed || measures.views === null ? [] : judgeViews(measures.views, measures.blank)).map(
    ({ rule, message }) => breach(rule, entry, message),
  ),
]

/** What Emscripten throws to leave `main` while its program goes on. */
const UNWINDS = /^(?:uncaught (?:exception: )?)?["']?(?:unwind|SimulateInfiniteLoop)["']?$/i

const breachesOf = (entry: LogEntry, locale: string): readonly Breach[] => {
  // An injected fault is not a violation; how the app reacts to it is.
  if (entry.ordered === true) return []
  switch (entry.kind) {
    case 'error':
      return UNWINDS.test(entry.message) ? [] : [reported('run/uncaught-error', entry)]
    case 'rejection':
      return [reported(isRefusedPlay(entry) ? 'run/sound-refused' : 'run/unhandled-rejection', entry)]
    case 'violation':
      return [reported(namesTracker(entry.message) ? 'run/tracker-blocked' : 'run/policy-violation', entry)]
    case 'failed-file':
      return isOfLanguage(entry.message, locale) ? [] : [reported('run/failed-file', entry)]
    case 'dropped':
      return [
        {
          rule: 'run/call-dropped',
          ...NOWHERE,
          message: `A message of the app${entry.wire === null ? '' : ` (${entry.method ?? entry.wire})`} was dropped: ${entry.why}`,
          fix: 'Send less at a time, through the SDK.',
        },
      ]
    case 'call':
      if (entry.error === undefined || !LIES_IN_THE_APP[entry.error.code]) return []
      return [
        {
          rule: 'run/call-refused',
          ...NOWHERE,
          message: `${entry.method ?? entry.wire} was refused with ${entry.error.code}: ${entry.error.message}`,
          fix: entry.why ?? `Run miniapp docs ${entry.method ?? entry.wire}.`,
        },
      ]
    default:
      return []
  }
}

/**
 * Whether an app asked for its texts in the person's language, which it may not have: it goes on in another. One that does not is
 * found by what it shows, or does not catch.
 */
const isOfLanguage = (message: string, locale: string): boolean => {
  const [, path = ''] = MISSING_TEXTS.exec(message) ?? []
  const [language = ''] = locale.split('-')
  return language !== 'en' && path.split(/[/._-]/).includes(language)
}

const MISSING_TEXTS =
  /^The app requested (\S+\.(?:json|txt|xml|csv|ya?ml|properties|po)), which does not exist\.$/

/** Whether a code means that the app must be changed; the others are expected in a correct app. */
const LIES_IN_THE_APP = {
  NO_HOST: true,
  TIMEOUT: true,
  INVALID: true,
  INVALID_KEY: true,
  VALUE_TOO_LONG: true,
  STORAGE_FULL: true,
  RATE_LIMITED: true,
  NEEDS_TAP: true,
  BUSY: false,
  STORE_FULL: false,
  MATCH_FULL: false,
  NO_SUCH_MATCH: false,
  ALREADY_IN_MATCH: true,
  NOT_IN_MATCH: true,
  MESSAGE_TOO_LARGE: true,
  INVALID_IMAGE: true,
  IMAGE_TOO_LARGE: true,
  INVALID_TEXT: true,
  NO_SUCH_PRODUCT: true,
  NOT_CONSUMABLE: true,
  LAUNCH_INVALID: false,
  MINI_APP_UNAVAILABLE: false,
  MINI_APP_DELETED: false,
  OFFLINE: false,
  UNKNOWN_METHOD: true,
  NOT_DECLARED: true,
} as const satisfies Record<ErrorCode, boolean>

const NOWHERE = { file: null, line: null, column: null } as const

const reported = (
  rule: PlaytestRule,
  {
    message,
    file,
    line,
    column,
    why,
  }: Pick<Breach, 'message' | 'file' | 'line' | 'column'> & { readonly why?: string },
): Breach => ({ rule, file, line, column, message, fix: why ?? remedyOf(rule) })

/** A breach in one of the app's files as a whole, or nowhere in particular. */
export const breach = (rule: PlaytestRule, file: string | null, message: string): Breach => ({
  rule,
  ...NOWHERE,
  file,
  message,
  fix: remedyOf(rule),
})

const judgeStart = (entry: string, { readyMs, blank, content }: Measures): readonly Breach[] => {
  const breaches: Breach[] = []
  if (readyMs === null)
    breaches.push(breach('run/ready-missing', entry, 'The app never called Service.ready().'))
  else if (readyMs > COVER_MAX_MS)
    breaches.push(
      breach(
        'run/ready-late',
        entry,
        `Service.ready() was called ${seconds(readyMs)} after the page loaded; the cover disappears after ${seconds(COVER_MAX_MS)}.`,
      ),
    )
  if (blank)
    breaches.push(
      breach('run/blank', entry, 'When the cover disappears, the app shows a single plain colour.'),
    )
  if (content !== null && content.width > FRAME_MIN_WIDTH_PIXELS + SLACK_PIXELS)
    breaches.push(
      breach(
        'run/too-wide',
        entry,
        `In a frame ${FRAME_MIN_WIDTH_PIXELS} pixels wide, the page is ${content.width} pixels wide; the widest element is ${content.widest}.`,
      ),
    )
  return breaches
}

const judgePlay = (
  entry: string,
  { heap, longFrames, crashed, unreadable = [], cutOff = [], cutTexts = [] }: Measures,
): readonly Breach[] => {
  const breaches: Breach[] = []
  const [text] = unreadable
  if (text !== undefined)
    breaches.push(
      breach(
        'run/unreadable-text',
        entry,
        `The text ${quoted(text)}${more(unreadable)} cannot be seen: it has the same colour as its background.`,
      ),
    )
  const [control] = cutOff
  if (control !== undefined)
    breaches.push(
      breach(
        'run/control-cut-off',
        entry,
        `The control ${quoted(control)}${more(cutOff)} is outside the frame, and the page does not scroll there.`,
      ),
    )
  const [cutText] = cutTexts
  if (cutText !== undefined)
    breaches.push(
      breach(
        'run/text-cut-off',
        entry,
        `The text ${quoted(cutText)}${more(cutTexts)} does not fit its box, so its end is cut off.`,
      ),
    )
  if (crashed) breaches.push(breach('run/page-crashed', null, 'The page of the app crashed.'))
  const [first = 0, last = 0] = [heap[0], heap.at(-1)]
  if (heap.length >= HEAP_SAMPLES_MIN && last - first > HEAP_GROWTH_MAX_BYTES && onlyGrows(heap))
    breaches.push(
      breach(
        'run/memory-grows',
        entry,
        `The app's memory grew from ${megabytes(first)} to ${megabytes(last)} during play and never shrank.`,
      ),
    )
  const long = longFrames.filter(({ milliseconds }) => milliseconds >= LONG_FRAME_MS)
  if (long.length >= LONG_FRAMES_MIN) {
    const worst = long.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a))
    breaches.push(
      breach(
        'run/long-frames',
        worst.file ?? entry,
        `Scripts blocked rendering ${long.length} times for more than ${LONG_FRAME_MS} ms; the longest took ${Math.round(worst.milliseconds)} ms.`,
      ),
    )
  }
  return breaches
}

/** A scroll bar or rounding does not make a page too wide. */
const SLACK_PIXELS = 1
const HEAP_SAMPLES_MIN = 4
const HEAP_GROWTH_MAX_BYTES = 4 * 1_048_576
const LONG_FRAME_MS = 250
const LONG_FRAMES_MIN = 3

const onlyGrows = (heap: readonly number[]): boolean =>
  heap.slice(1).every((bytes, index) => bytes > (heap[index] ?? 0))

const more = ({ length }: readonly string[]): string => (length === 1 ? '' : ` (and ${length - 1} more)`)

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

const remedyOf = (rule: PlaytestRule): string => PLAYTEST_RULE_BY_ID.get(rule)?.remedy ?? ''
