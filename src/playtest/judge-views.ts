import { SECOND_MS } from '../platform/units.js'
import type { Seen } from './page/seen.js'
import type { PlaytestRule } from './rules.js'
import type { StillPicture } from './still-picture.js'

/** What is judged of a look. */
export type View = Seen & { readonly still: StillPicture }

/** What was seen of an app in one scenario. */
export interface Views {
  /** Once it has started; null where it closed itself. */
  readonly first: View | null
  /** After it was played; null where it was not, or closed itself. */
  readonly played: View | null
  /** Whether anything that it shows, or a call, followed on taps and keys; null where there were too few to say. */
  readonly reacted: boolean | null
  /** How long it was played, in milliseconds. */
  readonly playedMs: number
}

/** What a person would say of a view. */
export interface Flaw {
  readonly rule: PlaytestRule
  readonly message: string
}

/**
 * What is wrong with what a person sees, even where the app's own scripts report nothing.
 * @param blank whether the first frame is reported as blank already
 */
export const judgeViews = ({ first, played, reacted, playedMs }: Views, blank: boolean): readonly Flaw[] => {
  const missing = first === null ? null : notFoundText(first)
  const missingLater = played === null ? null : notFoundText(played)
  if (missing !== null)
    return [{ rule: 'run/not-found', message: `The app shows ${quoted(missing)} instead of its first view.` }]
  const flaws: Flaw[] = []
  if (missingLater !== null)
    flaws.push({
      rule: 'run/not-found',
      message: `After some taps and keys, the app shows ${quoted(missingLater)}.`,
    })
  if (blank) return flaws
  if (first !== null && isEmpty(first))
    return [
      {
        rule: 'run/empty-view',
        message: 'Once it has started, the app shows a single plain colour and no text.',
      },
    ]
  if (first !== null && played !== null && isEmpty(played))
    flaws.push({
      rule: 'run/empty-view',
      message:
        'After some taps and keys, the app shows a single plain colour and no text, which it did not before.',
    })
  const turn = first === null ? null : turnText(first)
  if (turn !== null)
    flaws.push({
      rule: 'run/asks-to-turn',
      message: `The app asks users to turn the device: it shows ${quoted(turn)}.`,
    })
  if (flaws.length > 0 || first === null || played === null) return flaws
  const bar = hangingBar({ first, played, reacted, playedMs })
  if (bar !== null)
    return [
      {
        rule: 'run/loads-forever',
        message: `The app still shows ${bar} after ${Math.round(playedMs / SECOND_MS)} s of taps and keys.`,
      },
    ]
  return reacted === false
    ? [{ rule: 'run/never-reacts', message: 'Nothing on screen changed after any tap, drag or key.' }]
    : []
}

/** Whether a view has nothing to see. */
export const isEmpty = ({ still, lines }: View): boolean => still.plain && lines.length === 0

/** The line that says that a page was not found; null where none does. */
export const notFoundText = ({ lines }: Pick<View, 'lines'>): string | null =>
  lines.find((line) => NOT_FOUND.some((sign) => sign.test(line))) ??
  // A heading with only the number may be a score, unless the text beside it says what it means.
  (lines.some((line) => NO_SUCH_PAGE.test(line)) ? lines.find((line) => line === '404') : undefined) ??
  null

/** The line that asks a person to turn the device; null where none does. */
const turnText = ({ lines }: View): string | null =>
  lines.find((line) => line.length <= MOST_OF_A_NOTICE && TURN.some((sign) => sign.test(line))) ?? null

const TURN: readonly RegExp[] = [
  /\b(?:rotate|turn|flip)\b (?:your|the|this) (?:mobile |smart)?(?:device|phone|tablet|screen)\b/i,
  /\b(?:play|view|best|only|works?|hold|switch|use)\b.{0,30}\b(?:in|to) (?:landscape|portrait)\b(?! ?(?:and|or|&|\/))/i,
  /\bdreh\w* .{0,20}(?:gerät|handy|smartphone|telefon)|\bgir[ae] .{0,12}(?:dispositivo|tel[eé]fono|celular|aparelho)|\b(?:tournez|pivotez) votre\b|\bruota il\b/i,
  /поверните (?:\S+ )?(?:устройство|экран|телефон)|旋转(?:您的|你的)?(?:设备|手机|屏幕)|请.{0,4}横屏|横(?:向き|画面)に|화면을 (?:돌려|회전)/i,
]

/** A longer text explains something, and does not stand in the way. */
const MOST_OF_A_NOTICE = 120

/** As servers, hosts of pages, routers and frameworks word it, and as the service does. */
const NOT_FOUND: readonly RegExp[] = [
  /\b404\b.{0,20}\b(?:not found|error|page)\b/i,
  /\b(?:error|http|status|code)\b\W{0,3}404\b/i,
  /^not found[.!]?$/i,
  /^cannot (?:get|post) \//i,
  /\b(?:page|file|url|route|path|address|object|resource)\b(?: you (?:requested|are looking for))?(?: \/\S*)?(?: (?:could|can) ?not be| was not| is not| not) found\b/i,
  /^no (?:such page|routes? match(?:es|ed)?\b)/i,
  /^the bundle has no file /i,
]

const NO_SUCH_PAGE =
  /\bnot found\b|\bno such page\b|\bdoes(?:n['’]t| not) exist\b|\bpage\b.*\b(?:lost|missing|gone)\b/i

/** What shows that the app loads and does not go on, in words; null where nothing does. */
export const hangingBar = ({ first, played, reacted, playedMs }: Views): string | null => {
  if (first === null || played === null || playedMs < LEAST_WAIT_MS) return null
  const stays = first.lines.filter((line) => LOADING.test(line) && played.lines.includes(line))
  // A share that does not grow stands still, even if something else moves.
  const line = stays.find((text) => SHARE_LOADED.test(text)) ?? (reacted === false ? stays[0] : undefined)
  if (line !== undefined) return quoted(line)
  const bar = reacted === false ? first.bars.find((value) => played.bars.includes(value)) : undefined
  return bar === undefined ? null : `a progress bar that is not full (${bar})`
}

/** What a view shows as going on now, in words. */
export const saysLoading = ({ lines, bars }: Seen): readonly string[] => [
  ...lines.filter((line) => LOADING.test(line) || WORKING.test(line)).map(quoted),
  ...bars.map((value) => `a progress bar that is not full (${value})`),
]

/** What is done for someone who has tapped something: never for long. */
const WORKING =
  /^\W*(?:saving|sending|submitting|processing|generating|uploading|fetching|working|thinking|buying|paying|opening|creating|sharing|one moment|just a moment)\s?(?:…|\.\.\.)\W*$/i

/** A line that says so and little else. */
const LOADING =
  /^\W*(?:now |still )?(?:loading|initiali[sz]ing|please wait|preparing|downloading|connecting|laden|lädt|wird geladen|chargement|cargando|caricamento|carregando|загрузка|読み込み中|加载中|載入中|로딩)(?!\p{L}).{0,30}$|^\W*\d{1,2} ?% ?(?:loaded)?\W*$/iu

const SHARE_LOADED = /\p{L}.*\d(?: ?%| ?\/ ?\d)/u

const LEAST_WAIT_MS = 3 * SECOND_MS

/** A text as people are shown it: its start where it is long. */
export const quoted = (text: string): string =>
  `"${text.length <= QUOTED_CHARACTERS ? text : `${text.slice(0, QUOTED_CHARACTERS).trimEnd()}…`}"`

const QUOTED_CHARACTERS = 60
