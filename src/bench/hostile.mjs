import { makeHostileFolders, makeHostileZips } from './make-hostile.mjs'
import { mediansInTurns, peakMemoryOf } from './measure.mjs'

/**
 * Input made to slow a check down or to use its memory must be refused quickly, in little memory.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const zips = await makeHostileZips(context.folder)
  const folders = await makeHostileFolders(context.folder)
  const all = [...zips, ...folders]
  /** @param {string} path */
  const words = (path) => [context.binary, 'check', '--format', 'json', path]
  const [version = 0, ...times] = await mediansInTurns(
    [
      { command: process.execPath, words: [context.binary, '--version'] },
      ...all.map(({ path }) => ({ command: process.execPath, words: words(path), exitCodes: [1] })),
    ],
    context.some(3, 1),
  )
  /** @type {import('./measure.mjs').Row[]} */
  const rows = []
  for (const [index, { name, path }] of all.entries()) {
    const isZip = index < zips.length
    const time = times[index] ?? 0
    rows.push({
      name: `${name}: longer than \`--version\``,
      value: time - version,
      unit: 'ms',
      goal: isZip ? 300 : null,
      detail: `${time.toFixed(0)} ms, ${version.toFixed(0)} ms`,
    })
    rows.push({
      name: `${name}: peak memory`,
      value: await peakMemoryOf(words(path), [1]),
      unit: 'MB',
      goal: isZip ? 120 : 200,
    })
  }
  return rows
}
