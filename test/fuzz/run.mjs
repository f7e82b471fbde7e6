import { FuzzBrowser } from './browser.mjs'
import { KINDS, makeCase, textOf } from './cases.mjs'
import { judge, reduced } from './judge.mjs'

/** The number of frames that one page loads quickly. */
const CASES_A_PAGE = 60

/**
 * @typedef {{ readonly seed: number, readonly count: number, readonly kinds?: readonly import('./cases.mjs').Kind[] }} FuzzOptions
 * @typedef {{ readonly cases: number, readonly named: number, readonly failures: readonly string[] }} FuzzResult
 */

/**
 * Generates hostile pages, drawings and style sheets from a seed, opens them in Chromium without a policy, and compares
 * its requests with what check finds.
 * @param {import('./judge.mjs').Subject} subject
 * @param {FuzzOptions} options `count` cases of each kind
 * @param {(text: string) => void} [tell] progress
 * @returns {Promise<FuzzResult>} `named`: how many requested addresses a finding names
 */
export const fuzz = async (subject, { seed, count, kinds = KINDS }, tell = () => {}) => {
  const browser = new FuzzBrowser()
  /** @type {string[]} */
  const failures = []
  let named = 0
  await browser.start()
  try {
    for (const kind of kinds)
      for (let from = 0; from < count; from += CASES_A_PAGE) {
        const length = Math.min(CASES_A_PAGE, count - from)
        const cases = Array.from({ length }, (_, at) => makeCase(seed, from + at, kind))
        const judged = await judge(cases, await browser.open(cases), subject)
        named += judged.named
        for (const miss of judged.misses) {
          const least = await reduced(miss, browser, subject)
          failures.push(
            `seed ${seed}, ${kind} ${miss.one.index}: ${least.what}\n${JSON.stringify(textOf(least.one))}`,
          )
          tell(failures.at(-1) ?? '')
        }
        tell(`${kind}: ${from + length} of ${count}, ${named} addresses named, ${failures.length} failures`)
      }
  } finally {
    await browser.stop()
  }
  return { cases: count * kinds.length, named, failures }
}
