#!/usr/bin/env node
// `npm run fuzz` compares what random hostile pages, drawings and style sheets request in Chromium with what `check` finds.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { ROOT } from '../../src/build/paths.mjs'
import { KINDS } from './cases.mjs'
import { fuzz } from './run.mjs'

const USAGE = `Usage: npm run fuzz -- [--seed NUMBER] [--count NUMBER] [--kind ${KINDS.join('|')}]

Opens COUNT random cases of each kind (default: 600) in Chromium, without a policy, and fails if it requests an
address that no finding of \`check\` names. The same seed (default: the time) gives the same cases.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '600' },
    kind: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
const count = Number(values.count)
const kinds = values.kind === undefined ? KINDS : KINDS.filter((kind) => kind === values.kind)
if (values.help || !Number.isInteger(seed) || !Number.isInteger(count) || count < 1 || kinds.length === 0) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

const outfile = join(ROOT, 'node_modules/.cache/fuzz-subject.mjs')
await build({
  entryPoints: [join(ROOT, 'test/acceptance/fuzz-subject.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
})
const { fuzzSubject } = await import(pathToFileURL(outfile).href)
console.log(`Seed ${seed}`)
const { cases, named, failures } = await fuzz(fuzzSubject, { seed, count, kinds }, console.log)
console.log(`${cases} cases, ${named} addresses named, ${failures.length} failures.`)
process.exit(failures.length === 0 ? 0 : 1)
