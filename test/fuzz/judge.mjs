import { filesOf, textOf } from './cases.mjs'
import { probesIn } from './probes.mjs'

/**
 * The subject: the checker and its readers.
 * @typedef {object} Subject
 * @property {(files: Record<string, string>) => Promise<readonly { rule: string, level: string, file: string | null, message: string }[]>} check
 *   what check finds in files next to a manifest and an icon
 * @property {(kind: import('./cases.mjs').Kind, text: string) => string | null} compareReaders
 *   the difference between the fast reader and the full one; null if they agree
 */

/** Rules that refuse a file without naming each address. */
const WHOLE_FILE =
  /^(?:html\/(?:embedded-page|base-element|meta-refresh|link-rel)|content\/(?:cannot-be-judged|svg-not-xml|not-utf8)|svg\/(?:unsafe-doctype|unsafe-stylesheet|page-element))$/

/**
 * @typedef {{ readonly one: import('./cases.mjs').Case, readonly what: string }} Miss
 */

/**
 * The cases in which the browser requested an address that no finding names, or two readers differ.
 * @param {readonly import('./cases.mjs').Case[]} cases
 * @param {ReadonlySet<string>} reached the probes that the browser requested
 * @param {Subject} subject
 * @returns {Promise<{ misses: Miss[], named: number }>}
 */
export const judge = async (cases, reached, subject) => {
  /** @type {Miss[]} */
  const misses = []
  let named = 0
  const problems = await subject.check(
    Object.fromEntries(
      cases.flatMap((one) => Object.entries(filesOf(one)).map(([path, text]) => [pathOf(one, path), text])),
    ),
  )
  for (const one of cases) {
    const own = problems.filter(
      ({ file, level }) => level !== 'info' && file?.startsWith(pathOf(one, '')) === true,
    )
    const isRefused = own.some(({ rule }) => WHOLE_FILE.test(rule))
    const told = new Set(own.flatMap(({ message }) => probesIn(message)))
    const requested = [...reached].filter((name) => name.startsWith(`p${one.index}x`))
    const untold = isRefused ? [] : requested.filter((name) => !told.has(name))
    named += requested.length - untold.length
    if (untold.length > 0)
      misses.push({ one, what: `the browser asks for ${untold.join(', ')}, and no finding names it` })
    const difference = subject.compareReaders(one.kind, textOf(one))
    if (difference !== null) misses.push({ one, what: difference })
  }
  return { misses, named }
}

/**
 * A case's file in the bundle that is checked: at its root, as in a separate bundle.
 * @param {import('./cases.mjs').Case} one
 * @param {string} path
 */
const pathOf = ({ index }, path) => `c${index}-${path}`

/**
 * Removes pieces while the case still fails.
 * @param {Miss} miss
 * @param {import('./browser.mjs').FuzzBrowser} browser
 * @param {Subject} subject
 * @returns {Promise<Miss>}
 */
export const reduced = async (miss, browser, subject) => {
  let smallest = miss
  for (;;) {
    const { kind, index, pieces } = smallest.one
    // All shorter cases in one page, each with the probes of its index.
    const shorter = pieces.map((_, left) => ({
      kind,
      index: index * 1_000 + left,
      pieces: pieces
        .filter((_piece, at) => at !== left)
        .map((piece) => piece.replaceAll(`p${index}x`, `p${index * 1_000 + left}x`)),
    }))
    const { misses } = await judge(shorter, await browser.open(shorter), subject)
    const [found] = misses
    if (found === undefined || found.one.pieces.length >= pieces.length) return smallest
    smallest = {
      what: found.what,
      one: {
        kind,
        index,
        pieces: found.one.pieces.map((piece) => piece.replaceAll(`p${found.one.index}x`, `p${index}x`)),
      },
    }
  }
}
