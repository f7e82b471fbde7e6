import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mediansInTurns, peakMemoryOf } from './measure.mjs'

const READER = fileURLToPath(new URL('./read-every-byte.mjs', import.meta.url))
const ROUNDS = 3
// A quadratic cost would be four times as high per byte at full size as at a quarter.
const MOST_GROWTH = 1.5

/**
 * Whether check and pack take the same time per byte of a large bundle as of a smaller one, and a bundle
 * whose scripts parse completely.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const small = context.makeBundle('small')
  const full = context.makeBundle('full')
  const sizes = [4, 2, 1].map((part) => {
    const folder = join(context.folder, `part-${part}`)
    const bytes = copyPart(full, folder, part)
    return { folder, bytes }
  })
  const parsing = join(context.folder, 'parsing')
  copyPart(full, parsing, 1)
  letScriptsParse(join(parsing, 'js'))
  // This makes the scripts longer.
  for (let n = 0; n < 10; n++) rmSync(join(parsing, 'lvl', `l${n}.bin`))

  const out = join(context.folder, 'growth.zip')
  /** @param {string} folder */
  const check = (folder) => ({ command: process.execPath, words: [context.binary, 'check', folder] })
  /** @param {string} folder */
  const pack = (folder) => ({
    command: process.execPath,
    words: [context.binary, 'pack', folder, '--out', out, '--overwrite'],
  })
  const [read = 0, checkSmall = 0, packSmall = 0, checkParsing = 0, ...times] = await mediansInTurns(
    [
      { command: process.execPath, words: [READER, parsing] },
      check(small),
      pack(small),
      check(parsing),
      ...sizes.map(({ folder }) => check(folder)),
      ...sizes.map(({ folder }) => pack(folder)),
    ],
    ROUNDS,
  )
  /**
   * Milliseconds per MB more than a small bundle takes.
   * @param {number} index
   * @param {number} start
   */
  const perMegabyte = (index, start) =>
    ((times[index] ?? 0) - start) / ((sizes[index % sizes.length]?.bytes ?? 1) / 1_048_576)
  /**
   * @param {string} name
   * @param {number} from
   * @param {number} start
   * @returns {import('./measure.mjs').Row}
   */
  const row = (name, from, start) => {
    const costs = sizes.map((_, index) => perMegabyte(from + index, start))
    return {
      name: `\`${name}\`: the cost of a byte at full size against that at a quarter`,
      value: (costs[2] ?? 0) / (costs[0] ?? 1),
      unit: '×',
      goal: MOST_GROWTH,
      detail: `${costs.map((cost) => cost.toFixed(1)).join(', ')} ms a MB at a quarter, half, full`,
    }
  }
  return [
    row('check', 0, checkSmall),
    row('pack', sizes.length, packSmall),
    {
      name: '`check` of a full bundle whose scripts all parse, against reading every byte',
      value: checkParsing / read,
      unit: '×',
      goal: null,
      detail: `${checkParsing.toFixed(0)} ms, ${read.toFixed(0)} ms`,
    },
    {
      name: 'peak memory of that `check`',
      value: await peakMemoryOf([context.binary, 'check', parsing]),
      unit: 'MB',
      goal: 200,
    },
  ]
}

/**
 * Copies every n-th file of each kind, and returns their bytes.
 * @param {string} from
 * @param {string} to
 * @param {number} part
 */
const copyPart = (from, to, part) => {
  let bytes = 0
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .sort()
  for (const [index, file] of files.entries()) {
    if (index % part !== 0 && !['manifest.json', 'icon.png', 'index.html'].includes(file)) continue
    cpSync(join(from, file), join(to, file))
    bytes += statSync(join(to, file)).size
  }
  return bytes
}

/**
 * The generated functions declare names twice, which is a syntax error: gives the names of each line a suffix.
 * @param {string} folder
 */
const letScriptsParse = (folder) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const lines = readFileSync(path, 'utf8').split('\n')
    writeFileSync(
      path,
      lines
        .map((line, index) =>
          line.replace(
            /^export function (\w+)\((\w+), (\w+)\) \{ const (\w+)/,
            (_, made, first, second, own) =>
              `export function ${made}_${index}(${first}1, ${second}2) { const ${own}3`,
          ),
        )
        .join('\n'),
    )
  }
}
