import type { AstNode } from '../../check/facts/script/node.js'
import { asNode, nodesOf, propertyName, stringOf } from '../../check/facts/script/node.js'
import { fieldsOf, jsonObject } from '../../platform/plain-objects.js'
import { folderOf } from '../game-paths.js'
import { firstIn, parseProgram } from '../scripts/parse-program.js'
import type { GameFiles } from '../selection.js'
import { textAt } from '../text-of.js'

/**
 * The folder that a build writes: as its command says it, or its configuration, or the one that the bundler takes.
 * @param command what the build's script runs
 * @returns from the project's folder; null where nothing says it
 */
export const outputFolder = (bundler: BundlerId, files: GameFiles, command: string): string | null => {
  const flag = flagOf(command, FLAGS[bundler])
  if (flag !== null) return asFolder(flag)
  const configs = (name: RegExp): readonly Config[] => configsOf(files, name, command)
  switch (bundler) {
    case 'angular':
      return angularFolder(files)
    case 'vite':
      return folderOfVite(configs(/^vite\.config\./), 'outDir', 'dist')
    case 'webpack':
      return asFolder(field(configs(/^webpack\./), 'path', 'output') ?? 'dist')
    case 'rollup':
      return folderOrAbove(configs(/^rollup\.config\./), 'dir', 'file')
    case 'esbuild':
      return folderOrAbove(configs(/^(?:esbuild|build)(?:\.[\w-]+)*\.[cm]?js$/), 'outdir', 'outfile')
    case 'parcel': {
      const { targets } = jsonObject(textAt(files, 'package.json'))
      const named = JSON.stringify(targets ?? '').match(/"distDir":"([^"]+)"/)?.[1]
      return asFolder(named ?? 'dist')
    }
    case 'next':
      return asFolder(field(configs(/^next\.config\./), 'distDir') ?? 'out')
    case 'astro':
      return asFolder(field(configs(/^astro\.config\./), 'outDir') ?? 'dist')
    case 'sveltekit':
      return asFolder(field(configs(/^svelte\.config\./), 'pages') ?? 'build')
    case 'cra':
      return 'build'
    case 'script':
      return null
  }
}

/**
 * The folder that a build copies as it is, from the project's folder: as its configuration says it, or the one that the bundler
 * takes; null where nothing says it.
 */
export const copiedFolder = (bundler: BundlerId, files: GameFiles, command: string): string | null => {
  switch (bundler) {
    case 'vite':
      return folderOfVite(configsOf(files, /^vite\.config\./, command), 'publicDir', 'public')
    case 'webpack':
      return asFolder(field(configsOf(files, /^webpack\./, command), 'from'))
    case 'rollup':
      return asFolder(field(configsOf(files, /^rollup\.config\./, command), 'from'))
    case 'sveltekit':
      return 'static'
    case 'cra':
    case 'astro':
    case 'next':
    case 'angular':
      return 'public'
    default:
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

/** A folder of Vite's configuration, which tells it from the root: that may be another folder of the project. */
const folderOfVite = (configs: readonly Config[], name: string, otherwise: string): string | null => {
  const folder = field(configs, name) ?? otherwise
  const root = field(configs, 'root')
  return asFolder(root === null ? folder : `${root}/${folder}`)
}

/** The folder that a configuration names, or that of the file that it names. */
const folderOrAbove = (configs: readonly Config[], folder: string, file: string): string | null => {
  const named = field(configs, file)
  return asFolder(field(configs, folder) ?? (named === null ? null : above(named)))
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
  const [first] = Object.entries(fieldsOf(jsonObject(textAt(files, 'angular.json'))['projects']))
  if (first === undefined) return null
  const [name, project] = first
  const { architect, targets } = fieldsOf(project)
  const { builder, options } = fieldsOf(fieldsOf(architect ?? targets)['build'])
  const { outputPath } = fieldsOf(options)
  const { base = `dist/${name}`, browser = 'browser' } =
    typeof outputPath === 'string' ? { base: outputPath } : fieldsOf(outputPath)
  // The later of its builders puts what browsers get into a folder of its own.
  return asFolder(/:application$/.test(String(builder)) ? `${base}/${browser}` : String(base))
}

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
  const folder = folderOf(named)
  const isBeside = (path: string): boolean =>
    folder !== '' && path.startsWith(folder) && /^[\w.-]+\.[cm]?[jt]s$/.test(path.slice(folder.length))
  const rank = (path: string): number => (path === named ? 0 : isBeside(path) ? 1 : 2)
  return [...files.keys()]
    .filter((path) => path === named || isBeside(path) || name.test(path))
    .sort((a, b) => rank(a) - rank(b))
    .map((path) => {
      const text = textAt(files, path)
      return {
        folder: folderOf(path),
        source: parseProgram(text, 'module') ?? parseProgram(text, 'script') ?? text,
      }
    })
}

/**
 * The path that a field of a configuration names, from the project's folder: a text, or the last texts of
 * `path.resolve(__dirname, 'dist')` and its like.
 * @param within the field whose object it is a field of
 */
const field = (configs: readonly Config[], name: string, within?: string): string | null => {
  for (const { folder, source } of configs) {
    const found = typeof source === 'string' ? inText(source, name) : inTree(source, name, within)
    if (found !== null) return found.isBeside ? folder + found.path : found.path
  }
  return null
}

/** A path, and whether it begins at the file that says it. */
interface NamedPath {
  readonly path: string
  readonly isBeside: boolean
}

const inText = (text: string, name: string): NamedPath | null => {
  const value = new RegExp(`\\b${name}\\s*:\\s*((?:[\\w.]+\\([^'"\`)]*)?['"\`]([^'"\`]+)['"\`])`).exec(text)
  const path = value?.[2]
  return path === undefined ? null : { path, isBeside: HERE.test(value?.[1] ?? '') }
}

const HERE = /__dirname|import\.meta/

const inTree = (config: AstNode, name: string, within: string | undefined): NamedPath | null =>
  firstIn(config, (node, ancestors) => {
    if (node.type !== 'Property' || propertyName(node) !== name) return null
    const around = ancestors.at(-2)
    if (within !== undefined && (around?.type !== 'Property' || propertyName(around) !== within)) return null
    const value = asNode(node['value'])
    const path = pathIn(value)
    return path === null || value === null ? null : { path, isBeside: beginsHere(value) }
  })

const beginsHere = (value: AstNode): boolean =>
  firstIn(value, ({ type, name }) =>
    type === 'MetaProperty' || (type === 'Identifier' && name === '__dirname') ? true : null,
  ) !== null

const pathIn = (value: AstNode | null): string | null => {
  const text = stringOf(value ?? undefined)
  if (text !== null || value === null) return text
  if (value.type === 'CallExpression' || value.type === 'NewExpression') {
    const texts = nodesOf(value['arguments']).flatMap((one) => pathIn(one) ?? [])
    return texts.length === 0 ? null : texts.join('/')
  }
  // `__dirname + '/dist'`
  if (value.type === 'BinaryExpression') {
    const right = pathIn(asNode(value['right']))
    return right === null ? null : right.replace(/^\//, '')
  }
  return null
}
