import { mediansInTurns } from './measure.mjs'

/** Node.js 22 and later start from a snapshot without our code, so the ratios mean little there. */
const STARTS_FROM_SNAPSHOT = Number(process.versions.node.split('.')[0]) >= 22

/**
 * The start-up time, compared with Node.js doing nothing.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const small = context.makeBundle('small')
  const node = { command: process.execPath, words: ['-e', '0'] }
  const version = { command: process.execPath, words: [context.binary, '--version'] }
  const check = { command: process.execPath, words: [context.binary, 'check', small] }
  const [nothing = 0, versionMs = 0, checkMs = 0] = await mediansInTurns(
    [node, version, check],
    context.some(15, 3),
  )
  return [
    {
      name: '`--version` against `node -e 0`',
      value: versionMs / nothing,
      unit: '×',
      goal: STARTS_FROM_SNAPSHOT ? null : 1.5,
      detail: `${versionMs.toFixed(0)} ms, ${nothing.toFixed(0)} ms`,
    },
    {
      name: '`check` of a small bundle against `node -e 0`',
      value: checkMs / nothing,
      unit: '×',
      goal: STARTS_FROM_SNAPSHOT ? null : 3,
      detail: `${checkMs.toFixed(0)} ms, ${nothing.toFixed(0)} ms`,
    },
  ]
}
