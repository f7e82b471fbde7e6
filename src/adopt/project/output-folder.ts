import type { AstNode } from '../../check/facts/script/node.js'
import { asNode, propertyName, stringOf } from '../../check/facts/script/node.js'
import { walk } from '../../check/facts/script/walk.js'
import { parseProgram } from '../scripts/parse-program.js'
import type { GameFiles } from '../selection.js'
import { textOf } from '../text-of.js'
import { jsonObject } from './json-object.js'

/**
 * The folder that a build writes: as its command says it, or its configuration, or the one that the bundler takes.
 * @param command what the build's script runs
 * @returns from the project's folder; null where nothing says it
 */
export const outputFolder = (bundler: BundlerId, files: GameFiles, command: string): string | null => {
  const flag = flagOf(command, FLAGS[bundler])
  if (flag !== null) return asFolder(flag)
  switch (bundler) {
    case 'angular':
      return angularFolder(files)
    case 'vite': {
      const config = configsOf(files, /^vite\.config\./, command)
      // The folder is told from the root, which may be another folder of the project.
      const root = field(config, ['root'])
      const folder = field(config, ['outDir']) ?? 'dist'
      return root === null ? asFolder(folder) : asFolder(`${root}/${folder}`)
    }
    case 'webpack': {
      const path = field(configsOf(files, /^webpack\./, command), ['path'], 'output')
      return asFolder(path ?? 'dist')
    }
    case 'rollup': {
      const config = configsOf(files, /^rollup\.config\./, command)
      const file = field(config, ['file'])
      return asFolder(field(config, ['dir']) ?? (file === null ? null : above(file)))
    }
    case 'esbuild': {
      const config = configsOf(files, /^(?:esbuild|build)(?:\.[\w-]+)*\.[cm]?js$/, command)
      const file = field(config, ['outfile'])
      return asFolder(field(config, ['outdir']) ?? (file === null ? null : above(file)))
    }
    case 'parcel': {
      const about = jsonObject(textOf(files.get('package.json') ?? new Uint8Array()).text)
      const { targets } = about
      const named = JSON.stringify(targets ?? '').match(/"distDir":"([^"]+)"/)?.[1]
      return asFolder(named ?? 'dist')
    }
    case 'next':
      return asFolder(field(configsOf(files, /^next\.config\./, command), ['distDir']) ?? 'out')
    case 'astro':
      return asFolder(field(configsOf(files, /^astro\.config\./, command), ['outDir']) ?? 'dist')
    case 'sveltekit':
      return asFolder(field(configsOf(files, /^svelte\.config\./, command), ['pages']) ?? 'build')
    case 'cra':
      return 'build'
    case 'script':
      return null
  }
}

/** The flags of each command that name the folder, or a file in it. */
const FLAGS = {
  angular: /--output-path[= ]["']?([^\s"']+)/,
  astro: /--outDir[= ]["']?([^\s"']+)/,
  cra: /\bBUILD_PATH=["']?([^\s"']+)/,
  esbuild: /--(?:outdir|outfile)=["']?([^\s"']+)/,
  next: null,
  parcel: /(?:--dist-dir|--out-dir|\s-d)[= ]["']?([^\s"']+)/,
  script: null,
  rollup: /(?:--dir|--file|\s-[od])[= ]["']?([^\s"']+)/,
  sveltekit: null,
  vite: /--outDir[= ]["']?([^\s"']+)/,
  webpack: /(?:--output-path|\s-o)[= ]["']?([^\s"']+)/,
} as const satisfies Record<string, RegExp | null>

/** The bundlers that are recognised. */
export type BundlerId = keyof typeof FLAGS

const flagOf = (command: string, flag: RegExp | null): string | null => {
  const named = flag?.exec(command)?.[1] ?? null
  return named !== null && /\.[cm]?js$/.test(named) ? above(named) : named
}

const above = (file: string): string => file.split('/').slice(0, -1).join('/')

/** A folder within the project, without a dot at its start or a slash at its end; null where it leads out. */
const asFolder = (path: string | null): string | null => {
  if (path === null) return null
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return path.startsWith('/') ? null : parts.join('/') || '.'
}

const angularFolder = (files: GameFiles): string | null => {
  const projects = Object.entries(
    jsonObject(JSON.stringify(jsonObject(textOfFile(files, 'angular.json'))['projects'] ?? {})),
  )
  for (const [name, project] of projects) {
    const build = inside(inside(inside(project, 'architect') ?? inside(project, 'targets'), 'build'), '')
    const options = inside(build, 'options')
    const path = inside(options, 'outputPath')
    // The later of its builders puts what browsers get into a folder of its own.
    const builder = String(inside(build, 'builder') ?? '')
    const isLater = /:application$/.test(builder)
    const base = typeof path === 'string' ? path : (inside(path, 'base') ?? `dist/${name}`)
    const browser = typeof path === 'object' ? (inside(path, 'browser') ?? 'browser') : 'browser'
    return asFolder(isLater ? `${String(base)}/${String(browser)}` : String(base))
  }
  return null
}

const inside = (value: unknown, name: string): unknown =>
  name === '' ? value : typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const textOfFile = (files: GameFiles, path: string): string =>
  textOf(files.get(path) ?? new Uint8Array()).text

/** A file of a bundler's configuration. */
interface Config {
  /** The folder that it is in, with a slash at its end; empty for the project's own. */
  readonly folder: string
  /** Its syntax tree; its text where it is TypeScript, or does not parse for another reason. */
  readonly source: AstNode | string
}

/** The files that may say it, the likeliest first: the one that the command names, those beside it, those at the top. */
const configsOf = (files: GameFiles, name: RegExp, command: string): readonly Config[] => {
  const named = /(?:--config|\s-c)[= ]["']?(?:\.\/)?([\w./-]+)/.exec(command)?.[1] ?? ''
  const folder = named.slice(0, named.lastIndexOf('/') + 1)
  const isBeside = (path: string): boolean =>
    folder !== '' && path.startsWith(folder) && /^[\w.-]+\.[cm]?[jt]s$/.test(path.slice(folder.length))
  const rank = (path: string): number => (path === named ? 0 : isBeside(path) ? 1 : 2)
  return [...files.keys()]
    .filter((path) => path === named || isBeside(path) || name.test(path))
    .sort((a, b) => rank(a) - rank(b))
    .map((path) => {
      const { text } = textOf(files.get(path) ?? new Uint8Array())
      return {
        folder: path.slice(0, path.lastIndexOf('/') + 1),
        source: parseProgram(text, 'module') ?? parseProgram(text, 'script') ?? text,
      }
    })
}

/**
 * The path that a field of a configuration names, from the project's folder: a text, or the last texts of
 * `path.resolve(__dirname, 'dist')` and its like.
 * @param within the field whose object it is a field of
 */
const field = (configs: readonly Config[], names: readonly string[], within?: string): string | null => {
  for (const { folder, source } of configs) {
    const found = typeof source === 'string' ? inText(source, names) : inTree(source, names, within)
    if (found !== null) return found.isBeside ? folder + found.path : found.path
  }
  return null
}

/** A path, and whether it begins at the file that says it. */
interface NamedPath {
  readonly path: string
  readonly isBeside: boolean
}

const inText = (text: string, names: readonly string[]): NamedPath | null => {
  const value = new RegExp(
    `\\b(?:${names.join('|')})\\s*:\\s*((?:[\\w.]+\\([^'"\`)]*)?['"\`]([^'"\`]+)['"\`])`,
  ).exec(text)
  const path = value?.[2]
  return path === undefined ? null : { path, isBeside: HERE.test(value?.[1] ?? '') }
}

const HERE = /__dirname|import\.meta/

const inTree = (config: AstNode, names: readonly string[], within: string | undefined): NamedPath | null => {
  let found: NamedPath | null = null
  walk(config, (node, ancestors) => {
    if (found !== null || node.type !== 'Property' || !names.includes(propertyName(node) ?? '')) return
    const around = ancestors.at(-2)
    if (within !== undefined && (around?.type !== 'Property' || propertyName(around) !== within)) return
    const value = asNode(node['value'])
    const path = pathIn(value)
    if (path !== null) found = { path, isBeside: value !== null && beginsHere(value) }
  })
  return found
}

const beginsHere = (value: AstNode): boolean => {
  let found = false
  walk(value, (node) => {
    if (node.type === 'MetaProperty' || (node.type === 'Identifier' && node['name'] === '__dirname'))
      found = true
  })
  return found
}

const pathIn = (value: AstNode | null): string | null => {
  const text = stringOf(value ?? undefined)
  if (text !== null || value === null) return text
  const values = value.type === 'CallExpression' || value.type === 'NewExpression' ? value['arguments'] : null
  if (Array.isArray(values)) {
    const texts = values.flatMap((one) => pathIn(asNode(one)) ?? [])
    return texts.length === 0 ? null : texts.join('/')
  }
  // `__dirname + '/dist'`
  if (value.type === 'BinaryExpression') {
    const right = pathIn(asNode(value['right']))
    return right === null ? null : right.replace(/^\//, '')
  }
  return null
}
