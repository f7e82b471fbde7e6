import type { LogEntry } from '../host/log/call-log.js'
import { type Breach, breach } from './judge.js'
import { quoted } from './judge-views.js'

/**
 * What shows or saves `NaN` and its like.
 * @param views the lines of each view that was seen
 */
export const brokenValues = (
  entry: string,
  views: readonly (readonly string[])[],
  log: readonly LogEntry[],
): readonly Breach[] => [
  ...new Map(
    [
      ...views.flatMap((lines) => {
        const line = brokenText(lines)
        return line === null ? [] : [`The app shows ${quoted(line)}.`]
      }),
      ...joinedTexts(views),
      ...brokenSaves(log),
      ...brokenShares(log),
      ...joinedNumbers(log),
      ...lowerBests(log),
      ...worstFirst(log),
    ].map((message) => [message, breach('run/broken-value', entry, message)]),
  ).values(),
]

/** The first line that shows what only a program should see, such as `NaN`, or less than nothing; null where none does. */
const brokenText = (lines: readonly string[]): string | null =>
  lines.find(
    (line) =>
      BROKEN_TEXT.test(line) ||
      NEGATIVE_TEXTS.some((text) => text.test(line)) ||
      isBeyondLast(line) ||
      isUnrounded(line) ||
      PROGRAM_ERROR.test(line) ||
      hasPlaceholder(line),
  ) ?? null

/** Whether a line has a name where its value should be, as `Hello, ${name}!`. A line of a program has, too. */
const hasPlaceholder = (line: string): boolean => PLACEHOLDER.test(line) && !PROGRAM.test(line)

const PLACEHOLDER = /\$\{[a-z]\w+\}|\{\{\s?[a-z]\w+\s?\}\}|(?<![\w{$])\{[a-z]\w+\}(?!\})/i
const PROGRAM = /[;`"\\<>=]|\w\(|\b(?:template|variable|string|code|print|json|css|html)\b/i

/** Whether a line counts further than to its end, as `Question 6 of 5` and `Loading 104 %`. */
const isBeyondLast = (line: string): boolean => {
  const [, at, last] = OF_LAST.exec(line) ?? []
  const [, share] = OF_ALL.exec(line) ?? []
  return Number(at) > Number(last) || Number(share) > 100
}

/** What a browser says of a mistake in a program, which an app has caught and shows as it is. */
const PROGRAM_ERROR =
  /\b(?:Type|Range|Reference|Syntax)Error: .*(?:Incorrect locale|Invalid (?:time value|language tag|array length)|Cannot (?:read|set|convert|access)|is not (?:a function|a constructor|defined|iterable|valid JSON|an object)|Unexpected (?:token|end))/

/**
 * Whether a line shows a fraction as the sums of a program leave it, as `0.30000000000000004 km` and `66.66666666666667 %`. One
 * that shows a sum itself, such as a calculator or a lesson, may mean it.
 */
const isUnrounded = (line: string): boolean =>
  !/[=+×÷≈]/.test(line) && (BINARY_FRACTION.test(line) || LONG_SHARE.test(line))

const BINARY_FRACTION = /(?<![\d.])(?=[\d.]{16,20}(?![\d.]))\d+\.\d*(?:0{7,}[1-9]\d?|9{7,}[0-8]?\d?)(?![\d.])/
const LONG_SHARE = /\b\d{1,3}\.\d{12,} ?%/

const OF_ALL = /\b(?:loading|progress|completed?|accuracy|hit rate|win rate)\b\W{0,4}(\d+)(?:\.\d+)? ?%/i

const OF_LAST =
  /\b(?:question|level|round|page|step|card|puzzle|stage|wave|turn|word|hole)s? (\d+) ?(?:of|\/) ?(\d+)\b/i

/** What nobody has less of than nothing, in the texts and keys of an app. A price or a loss, such as `-5 coins`, is not one. */
const AMOUNTS =
  '(?:coins?|gems?|diamonds?|crystals?|lives|hearts?|balance|credits?|energy|tickets?|hints?|tries|attempts|moves|ammo|bullets|stock)'
const NEGATIVE_TEXTS = [
  new RegExp(`^[^\\p{L}]*(?:your |you have )?${AMOUNTS}(?: left)? ?[:=]? ?[-−]\\d`, 'iu'),
  /(?<![\d\p{L}] ?)[-−]\d+(?:[.,]\d+)? (?:\p{L}+ )?(?:left|remaining)\b/iu,
  /^[^\p{L}]*time(?: left)? ?[:=]? ?[-−]\d+(?:[.:]\d+)? ?s?$/iu,
]
const AMOUNT_KEY = new RegExp(`(?:^|[^\\p{L}])${AMOUNTS}$`, 'iu')
const NEGATIVE_PART = new RegExp(`"${AMOUNTS}":"?-\\d`, 'i')

/** `null` is a word, too: only where a value should be. */
const BROKEN_TEXT =
  /(?<![\p{L}\p{N}_'"`.(-])(?:NaN|undefined|\[object \w+\]|Invalid Date)(?![\p{L}\p{N}_'"`(]|\.\w)|(?<=\s)\((?:NaN|undefined|null|\[object \w+\])\)|(?:^(?:\p{L}+ )?|[:=×x#] ?)null$|^\p{L}+, null[!.]?$|^(?:\d+[.)]? )?null[ :–-]+\d/u

/** What an app saved in the place of a value or of a key; a sentence for each key. */
const brokenSaves = (log: readonly LogEntry[]): readonly string[] => {
  const found = new Map<string, string>()
  const add = (method: string, key: string, what: string): void => {
    if (!found.has(`${method} ${key}`)) found.set(`${method} ${key}`, `${method} saves ${what}.`)
  }
  for (const { method, key, value } of callsWithKey(log, SAVES)) {
    const name = String(key)
    if (typeof key === 'string' && BROKEN_KEY.test(key)) add(method, key, `under the key ${quoted(key)}`)
    else if (typeof value !== 'string') continue
    else if (SHOWN_DIGITS.test(value))
      add(
        method,
        name,
        `${quoted(value)} under ${quoted(name)}: a number as this language writes it, which no program reads back`,
      )
    else if (
      BROKEN_VALUE.test(value.trim()) ||
      NEGATIVE_PART.test(value) ||
      (/^-\d/.test(value) && AMOUNT_KEY.test(name))
    )
      add(method, name, `${quoted(value)} under ${quoted(name)}`)
  }
  return [...found.values()]
}

/** A shared text with what only a program should see. */
const brokenShares = (log: readonly LogEntry[]): readonly string[] =>
  log.flatMap((one) => {
    const text: unknown =
      one.kind === 'call' && one.method === 'share' ? Reflect.get(Object(one.params), 'text') : null
    return typeof text === 'string' && BROKEN_TEXT.test(text) ? [`The app shares ${quoted(text)}.`] : []
  })

/**
 * Numbers that were read and added to as texts: `5` was read, and one more is saved as `51`. A zero in front says so
 * immediately; otherwise the app must have added the same before it read, and twice after. A sentence each.
 */
const joinedNumbers = (log: readonly LogEntry[]): readonly string[] => {
  const found = new Map<string, string>()
  const kept = new Map<string, { readonly text: string; readonly steps: Set<string>; joins: number }>()
  for (const { method, key, value, result } of callsWithKey(log, /^storage\.[gs]et$/)) {
    const text = method === 'storage.get' ? result : value
    if (typeof key !== 'string' || typeof text !== 'string' || !WHOLE.test(text)) continue
    const before = kept.get(key)
    const { steps, joins } = before ?? { steps: new Set<string>(), joins: 0 }
    const next = { text, steps, joins: 0 }
    kept.set(key, next)
    if (before === undefined || method === 'storage.get') continue
    const added = text.startsWith(`0${before.text}`)
      ? text.slice(before.text.length + 1)
      : text.startsWith(before.text)
        ? text.slice(before.text.length)
        : ''
    const isJoined = added !== '' && (/^0\d/.test(text) || steps.has(added))
    if (isJoined) next.joins = joins + 1
    else if (Number(text) > Number(before.text)) steps.add(String(Number(text) - Number(before.text)))
    if (isJoined && (/^0\d/.test(text) || next.joins > 1) && !found.has(key))
      found.set(
        key,
        `storage.set saves ${quoted(text)} under ${quoted(key)}, after ${quoted(before.text)}: a number was added to a string.`,
      )
  }
  return [...found.values()]
}

const WHOLE = /^\d{1,15}$/

/**
 * A score that is shown with a zero in front, and becomes longer: it was added to as a text, as `Score 01` and then `Score 012`. One
 * that is filled up with zeros keeps its length. A sentence each.
 */
const joinedTexts = (views: readonly (readonly string[])[]): readonly string[] => {
  const known = new Map<string, string>()
  const found = new Map<string, string>()
  for (const [, before = '', number = ''] of views
    .flat()
    .flatMap((line) => [...line.matchAll(ZERO_IN_FRONT)])) {
    const first = known.get(before) ?? number
    known.set(before, first)
    if (first.length === number.length || found.has(before)) continue
    const [short = '', long = ''] = [first, number].sort((a, b) => a.length - b.length)
    found.set(
      before,
      `The app shows ${quoted(`${before}${long}`)} and ${quoted(`${before}${short}`)}: a number was added to a string.`,
    )
  }
  return [...found.values()]
}

const ZERO_IN_FRONT =
  /(?<=^|[^\p{L}\d])((?:score|points|coins|gems|gold|stars|moves|kills)[^\p{L}\d]{0,3})(0\d{1,14})(?!\d|[.,:/-]\d)/giu

/**
 * A best that was replaced by what is worse: a score only rises, a time only falls, so one that did both was saved without a
 * comparison. Once zero, it was reset. A sentence each.
 */
const lowerBests = (log: readonly LogEntry[]): readonly string[] => {
  const saved = new Map<string, readonly number[]>()
  for (const { key, value, isRefused } of callsWithKey(log, /^storage\.set$/)) {
    const number = Number(value)
    if (isRefused || typeof key !== 'string' || !isBest(key) || !Number.isFinite(number)) continue
    saved.set(key, [...(saved.get(key) ?? []), number])
  }
  return [...saved].flatMap(([key, values]) => {
    const steps = values.slice(1).map((value, index) => ({ before: values[index] ?? 0, value }))
    const rises = steps.some(({ before, value }) => before !== 0 && value > before)
    const falls = steps.filter(({ before, value }) => value < before)
    const [worse] = falls.filter(({ value }) => value !== 0 && rises)
    const again = falls.length > 1 && falls.every(({ value }) => value === 0)
    const fall = worse ?? (again ? falls[0] : undefined)
    if (fall === undefined) return []
    return [
      `storage.set saves ${quoted(String(fall.value))} under ${quoted(key)}, after ${quoted(String(fall.before))}: a best value should only improve.`,
    ]
  })
}

const isBest = (key: string): boolean =>
  /(?:^|[^a-z])(?:best|high[-_ ]?score|hi[-_ ]?score)s?$/i.test(key) ||
  /(?:Best|HighScore|HiScore)$/.test(key)

/**
 * A ranking that lists the lowest scores first, of an app whose own score there only rises: the more, the better. Or one whose
 * first places are evicted first once the store is full (4.6). A sentence each.
 */
const worstFirst = (log: readonly LogEntry[]): readonly string[] => {
  const ranks = new Map<string, readonly number[]>()
  const orders = new Map<string, Set<string>>()
  const replaceable = new Set<string>()
  for (const { method, key, params, isRefused } of callsWithKey(log, /^db\.(?:set|list)$/)) {
    if (isRefused || typeof key !== 'string' || !isRanking(key)) continue
    const [rank, order]: readonly unknown[] = [Reflect.get(params, 'rank'), Reflect.get(params, 'order')]
    if (method === 'db.list') orders.set(key, (orders.get(key) ?? new Set()).add(String(order)))
    else if (typeof rank === 'number' && rank < EARLIEST_TIME) {
      ranks.set(key, [...(ranks.get(key) ?? []), rank])
      if (Reflect.get(params, 'replaceable') === true) replaceable.add(key)
    }
  }
  return [...ranks].flatMap(([key, all]) => {
    const [order, ...others] = orders.get(key) ?? []
    const rises = all.slice(1).filter((rank, index) => rank > (all[index] ?? rank))
    const falls = all.slice(1).some((rank, index) => rank < (all[index] ?? rank))
    if (order !== 'rank_asc' || others.length > 0) return []
    const complaint = `db.list asks for the lowest ranks of ${quoted(key)} first (rank_asc), but`
    if (rises.length > 0 && !falls)
      return [`${complaint} the app saves a record there when it is higher: the best scores are last.`]
    if (!replaceable.has(key)) return []
    return [`${complaint} its records are replaceable: in a full store, the lowest ranks are evicted first.`]
  })
}

const isRanking = (key: string): boolean =>
  /(?:^|[^a-z])(?:bests?|scores?|ranking|ranks?|leaders?|leader[-_ ]?board|high[-_ ]?scores?|top)$/i.test(
    key,
  ) || /(?:Bests?|Scores?|Ranking|Leaders|Leaderboard|Top)$/.test(key)

/** A rank this large is a time in seconds or milliseconds: who was there first. */
const EARLIEST_TIME = 1e9

/** The calls with a key: what was asked, and what came of it. */
const callsWithKey = function* (log: readonly LogEntry[], methods: RegExp) {
  for (const entry of log) {
    if (entry.kind !== 'call' || entry.method === null || !methods.test(entry.method)) continue
    const { method, params, result, error } = entry
    if (typeof params !== 'object' || params === null) continue
    const [key, value]: readonly unknown[] = [Reflect.get(params, 'key'), Reflect.get(params, 'value')]
    yield { method, key, value, params, result, isRefused: error !== undefined }
  }
}

const SAVES = /^(?:storage|db)\.set$/
/** A number as people of some languages read it, and no program does: `١٢`. */
const SHOWN_DIGITS = /^(?=.*(?![0-9])\p{Nd})[\p{Nd}.,٫٬\s]+$/u
const BROKEN_KEY = /(?:^|[^\p{L}])(?:NaN|undefined|\[object \w+\])(?:$|[^\p{L}])/u
const BROKEN_VALUE =
  /^(?:NaN|-?Infinity|undefined|null|\[object \w+\])$|[:[,]"?(?:NaN|undefined|\[object Object\])"?[,\]}]/
