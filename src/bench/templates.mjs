import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build/paths.mjs'
import { mediansInTurns } from './measure.mjs'

/** Node.js 22 and later start from a snapshot, in less than half the time. */
const STARTS_FROM_SNAPSHOT = Number(process.versions.node.split('.')[0]) >= 22

const SDK = 'service-miniapp.js'

/**
 * Checking a small app, compared with Node.js doing nothing, and one more in the same command: a copy of it, or an app
 * with scripts of its own.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const copyCount = context.some(60, 6)
  const names = readdirSync(join(ROOT, 'templates'))
  const apps = names.map((name) => ({ name, folder: newApp(context, name) }))
  const copies = Array.from({ length: copyCount }, (_, index) => join(context.folder, `copy-${index}`))
  const arcade = apps.find(({ name }) => name === 'arcade')
  if (arcade === undefined) throw new Error('The template arcade is missing.')
  const others = copies.map((copy) => `${copy}-other`)
  for (const copy of copies) cpSync(arcade.folder, copy, { recursive: true })
  for (const [index, other] of others.entries()) {
    cpSync(arcade.folder, other, { recursive: true })
    for (const name of readdirSync(other))
      if (name.endsWith('.js') && name !== SDK) appendFileSync(join(other, name), `// Of app ${index}\n`)
  }
  /** @param {readonly string[]} folders */
  const check = (folders) => ({
    command: process.execPath,
    words: [context.binary, 'check', '--format', 'json', ...folders],
  })
  const [nothing = 0, ...times] = await mediansInTurns(
    [
      { command: process.execPath, words: ['-e', '0'] },
      ...apps.map(({ folder }) => check([folder])),
      check(copies.slice(0, 1)),
      check(copies),
      check(others),
    ],
    context.some(11, 1),
  )
  const [one = 0, all = 0, allOthers = 0] = times.slice(apps.length)
  return [
    ...apps.map(({ name }, index) => ({
      name: `\`check\` of the template ${name} against \`node -e 0\``,
      value: (times[index] ?? 0) / nothing,
      unit: '×',
      goal: STARTS_FROM_SNAPSHOT ? 6 : 3,
      detail: `${(times[index] ?? 0).toFixed(0)} ms, ${nothing.toFixed(0)} ms`,
    })),
    {
      name: `each of ${copyCount - 1} more copies of arcade in one \`check\``,
      value: (all - one) / (copyCount - 1),
      unit: 'ms',
      goal: 25,
      detail: `${all.toFixed(0)} ms, ${one.toFixed(0)} ms`,
    },
    {
      name: `each of ${copyCount - 1} more apps with other scripts in one \`check\``,
      value: (allOthers - one) / (copyCount - 1),
      unit: 'ms',
      goal: null,
      detail: `${allOthers.toFixed(0)} ms, ${one.toFixed(0)} ms`,
    },
  ]
}

/**
 * A new app from a template, built if the template has a build.
 * @param {import('./bench.mjs').BenchContext} context
 * @param {string} name the template
 * @returns {string} its folder
 */
const newApp = ({ binary, folder }, name) => {
  const app = join(folder, `app-${name}`)
  const words = ['init', app, '--template', name, '--app-id', 'ma_abcdefghij']
  execFileSync(process.execPath, [binary, ...words], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (name === 'vite') {
    mkdirSync(join(app, 'node_modules'))
    symlinkSync(ROOT, join(app, 'node_modules/miniapp'), 'junction')
    symlinkSync(join(ROOT, 'node_modules/vite'), join(app, 'node_modules/vite'), 'junction')
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: app, stdio: 'inherit' })
  }
  return app
}
