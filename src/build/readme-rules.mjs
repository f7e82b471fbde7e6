#!/usr/bin/env node
// Writes the table of rules into README.md from what `miniapp rules` says; a test holds that it is current.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'

const START = '<!-- rules: written by `npm run build:readme` -->'
const END = '<!-- /rules -->'

/**
 * The README with the table of all rules between its marks.
 * @param {string} readme
 * @param {readonly { id: string, level: string, impact: string | null, section: string, breach: string }[]} rules
 */
export const withRules = (readme, rules) => {
  const from = readme.indexOf(START)
  const to = readme.indexOf(END)
  if (from === -1 || to < from) throw new Error('README.md has lost the marks around its table of rules.')
  const rows = rules.map(
    ({ id, level, impact, section, breach }) =>
      `| \`${id}\` | ${level} | ${impact ?? ''} | ${section} | ${breach.replaceAll('|', '\\|')} |`,
  )
  const table = [
    '| rule | level | impact | section | what it finds |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
  return `${readme.slice(0, from)}${START}\n\n${table}\n\n${readme.slice(to)}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'bin/miniapp.js'), 'rules', '--format', 'json'],
    {
      encoding: 'utf8',
    },
  )
  const path = join(ROOT, 'README.md')
  await writeFile(path, withRules(await readFile(path, 'utf8'), JSON.parse(stdout)))
}
