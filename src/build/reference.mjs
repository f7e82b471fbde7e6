import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { evaluate } from './evaluate.mjs'
import { DIST, ROOT } from './paths.mjs'

const EXAMPLES = join(ROOT, 'src/docs/examples')
const FIXTURES = join(ROOT, 'fixtures/rules')

/**
 * The files below a folder, by their paths with `/`, in order.
 * @param {string} folder
 */
const filesBelow = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** An example in a file: its name as a comment, and a block, which keeps its names to itself. */
const EXAMPLE = /^\/\/ (\S+)\n\{\n([\s\S]*?)^\}\n/gm

/**
 * The texts of the reference's examples, by name.
 * @returns {Promise<Record<string, string>>}
 */
export const readExamples = async () => {
  const paths = (await filesBelow(EXAMPLES)).filter((path) => path.endsWith('.js'))
  const texts = await Promise.all(paths.map((path) => readFile(join(EXAMPLES, path), 'utf8')))
  return Object.fromEntries(
    texts.flatMap((text) =>
      [...text.replaceAll('\r\n', '\n').matchAll(EXAMPLE)].map(([, name = '', code = '']) => [
        name,
        code.replace(/^ {2}/gm, '').trimEnd(),
      ]),
    ),
  )
}

/**
 * A breach of each rule that has fixtures: the first that names a line of code, else the first of all.
 * @returns {Promise<Record<string, import('../docs/rule-topics.js').RuleExample>>}
 */
export const readRuleExamples = async () => {
  /** @type {Record<string, import('../docs/rule-topics.js').RuleExample>} */
  const examples = {}
  for (const path of await filesBelow(FIXTURES)) {
    if (!path.endsWith('/expected.json')) continue
    const rule = path.split('/').slice(0, 2).join('/')
    if (examples[rule]?.source) continue
    const folder = join(FIXTURES, path, '..')
    const { problems } = JSON.parse(await readFile(join(FIXTURES, path), 'utf8'))
    for (const { rule: id, file, line, message, fix } of problems) {
      if (id !== rule || file === null || examples[rule]?.source) continue
      const source = line === null ? null : await lineOf(join(folder, file), line)
      if (source !== null || examples[rule] === undefined)
        examples[rule] = { file, line, source, message, fix }
    }
  }
  return examples
}

const LONGEST_LINE = 160

/**
 * A line of a fixture; null where the file is the sample's own, or the line is not one to show.
 * @param {string} path
 * @param {number} line from 1
 */
const lineOf = async (path, line) => {
  const text = await readFile(path, 'utf8').catch(() => '')
  const found = text.split(/\r?\n/)[line - 1]?.trim() ?? ''
  return found === '' || found.length > LONGEST_LINE || /\p{Cc}|\ufffd/u.test(found) ? null : found
}

/**
 * The reference, from the tables and the examples.
 * @param {Pick<import('../docs/reference.js').ReferenceSources, 'rules' | 'ruleExamples'>} sources
 * @returns {Promise<import('../docs/topic.js').Reference>}
 */
export const loadReference = async (sources) => {
  const [{ version }, { createReference }, examples] = await Promise.all([
    readFile(join(ROOT, 'package.json'), 'utf8').then(JSON.parse),
    evaluate('src/docs/reference.ts'),
    readExamples(),
  ])
  return createReference({ ...sources, version, examples })
}

/** Writes the reference into dist/, with the rules of the built command line. */
export const buildReference = async () => {
  const [rules, ruleExamples] = await Promise.all([
    promisify(execFile)(process.execPath, [join(ROOT, 'bin/miniapp.js'), 'rules', '--format', 'json'], {
      maxBuffer: 16 * 1_048_576,
    }),
    readRuleExamples(),
  ])
  const reference = await loadReference({
    rules: JSON.parse(rules.stdout),
    ruleExamples,
  })
  await mkdir(join(DIST, 'shell'), { recursive: true })
  await writeFile(join(DIST, 'shell/reference.json'), `${JSON.stringify(reference)}\n`)
}
