import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mediansInTurns, peakMemoryOf } from './measure.mjs'

const READER = fileURLToPath(new URL('./read-every-byte.mjs', import.meta.url))

/**
 * Checks and packs a bundle just below every limit.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const full = context.makeBundle('full')
  const ours = join(context.folder, 'ours.zip')
  const theirs = join(context.folder, 'theirs.zip')
  const words = [context.binary, 'check', full]
  const [read = 0, check = 0, zip = 0, pack = 0] = await mediansInTurns(
    [
      { command: process.execPath, words: [READER, full] },
      { command: process.execPath, words },
      { command: 'sh', words: ['-c', 'rm -f "$1" && zip -q -9 -r "$1" .', 'sh', theirs], cwd: full },
      { command: process.execPath, words: [context.binary, 'pack', full, '--out', ours, '--overwrite'] },
    ],
    context.some(3, 1),
  )
  const [oursBytes, theirsBytes] = await Promise.all(
    [ours, theirs].map(async (path) => (await stat(path)).size),
  )
  if (oursBytes === undefined || theirsBytes === undefined) throw new Error('A zip is missing.')
  return [
    {
      name: '`check` of a full bundle against reading every byte',
      value: check / read,
      unit: '×',
      goal: 5,
      detail: `${check.toFixed(0)} ms, ${read.toFixed(0)} ms`,
    },
    { name: 'peak memory of that `check`', value: await peakMemoryOf(words), unit: 'MB', goal: 110 },
    {
      name: '`pack` of a full bundle against `zip -9 -r`',
      value: pack / zip,
      unit: '×',
      goal: 0.25,
      detail: `${pack.toFixed(0)} ms, ${zip.toFixed(0)} ms`,
    },
    {
      name: 'the size of its zip against that of `zip -9 -r`',
      value: oursBytes / theirsBytes,
      unit: '×',
      goal: 1.02,
      detail: `${oursBytes} bytes, ${theirsBytes} bytes`,
    },
  ]
}
