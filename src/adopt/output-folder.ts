import type { AstNode } from '../check/facts/script.js'
import { stringOf } from '../check/facts/script-uses.js'
import { asNode, propertyName } from '../check/facts/script-variables.js'
import { walk } from '../check/facts/walk.js'
import type { BundlerId } from './bundlers.js'
import { jsonObject } from './json-object.js'
import { parseProgram } from './parse-program.js'
import type { GameFiles } from './selection.js'
import { textOf } from './text-of.js'

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
      const config = configOf(files, /^vite\.config\./)
      // The folder is told from the root, which may be another folder of the project.
      const root = field(config, ['root'])
      const folder = field(config, ['outDir']) ?? 'dist'
      return root === null ? asFolder(folder) : asFolder(`${root}/${folder}`)
    }
    case 'webpack': {
      const path = field(configOf(files, /^webpack\./), ['path'], 'output')
      return asFolder(path ?? 'dist')
    }
    case 'rollup': {
      const config = configOf(files, /^rollup\.config\./)
      const file = field(config, ['file'])
      return asFolder(field(config, ['dir']) ?? (file === null ? null : above(file)))
    }
    case 'esbuild': {
      const config = [...files].find(([path]) => /^(?:esbuild|build)(?:\.[\w-]+)*\.[cm]?js$/.test(path))?.[1]
      const program = config === undefined ? null : parseConfig(config)
      const file = field(program, ['outfile'])
      return asFolder(field(program, ['outdir']) ?? (file === null ? null : above(file)))
    }
    case 'parcel': {
      const about = jsonObject(textOf(files.get('package.json') ?? new Uint8Array()).text)
      const { targets } = about
      const named = JSON.stringify(targets ?? '').match(/"distDir":"([^"]+)"/)?.[1]
      return asFolder(named ?? 'dist')
    }
    case 'next':
      return asFolder(field(configOf(files, /^next\.config\./), ['distDir']) ?? 'out')
    case 'astro':
      return asFolder(field(configOf(files, /^astro\.config\./), ['outDir']) ?? 'dist')
    case 'sveltekit':
      return asFolder(field(configOf(files, /^svelte\.config\./), ['pages']) ?? 'build')
    case 'cra':
      return 'build'
    case 'script':
      return null
  }
}

/** The flags of each command that name the folder, or a file in it. */
const FLAGS: Readonly<Record<BundlerId, RegExp | null>> = {
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
}

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

const configOf = (files: GameFiles, name: RegExp): AstNode | string | null => {
  const found = [...files].find(([path]) => name.test(path))?.[1]
  return found === undefined ? null : parseConfig(found)
}

/** A configuration's syntax tree; its text where it is TypeScript, or does not parse for another reason. */
const parseConfig = (bytes: Uint8Array): AstNode | string => {
  const { text } = textOf(bytes)
  return parseProgram(text, 'module') ?? parseProgram(text, 'script') ?? text
}

/**
 * The path that a field of a configuration names: a text, or the last text of `path.resolve(__dirname, 'dist')` and
 * its like.
 * @param within the field whose object it is a field of
 */
const field = (config: AstNode | string | null, names: readonly string[], within?: string): string | null => {
  if (config === null) return null
  if (typeof config === 'string')
    return (
      new RegExp(`\\b(?:${names.join('|')})\\s*:\\s*(?:[\\w.]+\\([^'"\`)]*)?['"\`]([^'"\`]+)['"\`]`).exec(
        config,
      )?.[1] ?? null
    )
  let found: string | null = null
  walk(config, (node, ancestors) => {
    if (found !== null || node.type !== 'Property' || !names.includes(propertyName(node) ?? '')) return
    const around = ancestors.at(-2)
    if (within !== undefined && (around?.type !== 'Property' || propertyName(around) !== within)) return
    found = pathIn(asNode(node['value']))
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
