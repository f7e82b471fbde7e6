/** Set by `npm run test:long`, which a workflow runs once a week. */
export const LONG = process.env['MINIAPP_LONG_TESTS'] === '1'
const SHARE = 1 / 5
const FEWEST = 20

/** How many runs a property has: `full` in a long run of the tests, else a fifth of it, and at least 20. */
export const runs = (full: number): number =>
  LONG ? full : Math.min(full, Math.max(FEWEST, Math.ceil(full * SHARE)))

/** The cases that take long each: all of them in a long run of the tests, else `few` that lie evenly among them. */
export const someOf = <Case>(cases: readonly Case[], few: number): readonly Case[] =>
  LONG ? cases : cases.filter((_, place) => place % Math.ceil(cases.length / few) === 0)

/** What more than `count` of `full` runs come to in as many runs as there are, which scatter the more the fewer they are. */
export const ofRuns = (count: number, full: number): number => {
  if (runs(full) === full) return count
  const expected = (count * runs(full)) / full
  return Math.max(0, Math.floor(expected - 2 * Math.sqrt(expected)))
}
