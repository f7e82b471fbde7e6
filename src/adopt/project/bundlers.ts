import { fileName } from '../../check/facts/bundle/paths.js'
import { jsonObject } from '../../platform/plain-objects.js'
import type { GameFiles } from '../selection.js'
import { textAt } from '../text-of.js'
import { type BundlerId, outputFolder } from './output-folder.js'

/** The bundlers that are recognised, the more particular first: a framework runs one of the others. */
const BUNDLERS = {
  next: { name: 'Next.js', packages: ['next'], config: /^next\.config\./, command: /\bnext\s+build\b/ },
  angular: {
    name: 'Angular',
    packages: ['@angular/cli', '@angular/build'],
    config: /^angular\.json$/,
    command: /\bng\s+build\b/,
  },
  cra: {
    name: 'Create React App',
    packages: ['react-scripts', 'react-app-rewired', '@craco/craco'],
    config: null,
    command: /\b(?:react-scripts|react-app-rewired|craco)\s+build\b/,
  },
  sveltekit: { name: 'SvelteKit', packages: ['@sveltejs/kit'], config: null, command: null },
  astro: { name: 'Astro', packages: ['astro'], config: /^astro\.config\./, command: /\bastro\s+build\b/ },
  vite: {
    name: 'Vite',
    packages: ['vite', 'rolldown-vite'],
    config: /^vite\.config\./,
    command: /\bvite\s+build\b/,
  },
  webpack: {
    name: 'webpack',
    packages: ['webpack', 'webpack-cli'],
    config: /^webpack\.(?:[\w-]+\.)*[cm]?[jt]s$|^webpack\.config\./,
    command: /\bwebpack\b/,
  },
  parcel: {
    name: 'Parcel',
    packages: ['parcel', 'parcel-bundler'],
    config: /^\.parcelrc$/,
    command: /\bparcel\s+build\b/,
  },
  rollup: { name: 'Rollup', packages: ['rollup'], config: /^rollup\.config\./, command: /\brollup\b/ },
  esbuild: {
    name: 'esbuild',
    packages: ['esbuild'],
    config: /^esbuild\.(?:config\.)?[cm]?js$/,
    command: /\besbuild\b/,
  },
  script: { name: 'a build script', packages: [], config: null, command: null },
} as const satisfies Record<BundlerId, BundlerMarks>

interface BundlerMarks {
  readonly name: string
  readonly packages: readonly string[]
  /** The name of its configuration at the top of the project. */
  readonly config: RegExp | null
  /** How a script of `package.json` runs it. */
  readonly command: RegExp | null
}

/** A project whose game is written by a build. */
export interface BuiltProject {
  readonly bundler: BundlerId
  /** For people. */
  readonly name: string
  /** The script of `package.json` that builds it, and what it runs. */
  readonly script: string
  readonly command: string
  /** What makes the build's addresses relative: flags for the script, and variables of its environment. */
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The folder that the build writes, from the project's; null where that cannot be read. */
  readonly output: string | null
  /** What the person has to change before a build writes files that run without a server; null for nothing. */
  readonly advice: string | null
  /** The field `packageManager`. */
  readonly packageManager: unknown
}

/** Recognises a project that a bundler builds, by its `package.json`; null for any other folder. */
export const builtProject = (files: GameFiles): BuiltProject | null => {
  const about = jsonObject(textAt(files, 'package.json'))
  const scripts = textFields(about['scripts'])
  const packages = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((field) =>
    Object.keys(textFields(about[field])),
  )
  const configs = [...files.keys()].filter((path) => !path.includes('/'))
  const bundler = bundlerOf(scripts, packages, configs)
  const found = buildScript(scripts, bundler)
  if (found === null) return null
  const [script, command] = found
  return {
    bundler,
    name: BUNDLERS[bundler].name,
    script,
    command,
    flags: relativeFlags(bundler, command),
    environment: bundler === 'cra' ? { PUBLIC_URL: '.' } : {},
    output: outputFolder(bundler, files, command),
    advice: adviceFor(bundler, files, command),
    packageManager: about['packageManager'],
  }
}

/** Whether a project of this kind has no page of its own that could run: the build writes all of them. */
export const hasNoOwnPage = (bundler: BundlerId): boolean =>
  ['next', 'angular', 'cra', 'sveltekit', 'astro'].includes(bundler)

const IDS = Object.keys(BUNDLERS) as readonly BundlerId[]

const bundlerOf = (
  scripts: Readonly<Record<string, string>>,
  packages: readonly string[],
  configs: readonly string[],
): BundlerId => {
  const marks = (id: BundlerId): BundlerMarks => BUNDLERS[id]
  const build = BUILD_NAMES.map((name) => scripts[name] ?? '').join(' && ')
  // A framework without a command of its own runs Vite's.
  const uses = ({ command, packages: own }: BundlerMarks): boolean =>
    command === null ? own.some((name) => packages.includes(name)) : command.test(build)
  return (
    IDS.find((id) => uses(marks(id))) ??
    IDS.find((id) => configs.some((path) => marks(id).config?.test(fileName(path)) === true)) ??
    IDS.find((id) => marks(id).packages.some((name) => packages.includes(name))) ??
    IDS.find((id) => Object.values(scripts).some((one) => marks(id).command?.test(one) === true)) ??
    'script'
  )
}

const BUILD_NAMES = [
  'build',
  'build:prod',
  'build:production',
  'prod',
  'production',
  'bundle',
  'dist',
  'compile',
]

/** The script that builds the project: the one that is called so, or one that runs the bundler once. */
const buildScript = (
  scripts: Readonly<Record<string, string>>,
  bundler: BundlerId,
): readonly [name: string, command: string] | null => {
  for (const name of BUILD_NAMES) {
    const command = scripts[name]
    if (command !== undefined) return [name, command]
  }
  const { command }: BundlerMarks = BUNDLERS[bundler]
  return (
    Object.entries(scripts).find(
      ([, one]) => command?.test(one) === true && !/\bserve\b|--watch\b|\s-w\b|\bdev\b/.test(one),
    ) ?? null
  )
}

/** A bundle is served from a folder of its own: where a flag says so, the build writes relative addresses (2.8). */
const relativeFlags = (bundler: BundlerId, command: string): readonly string[] => {
  const [last = ''] = command.split(/&&|;|\|\|/).slice(-1)
  const flag = BASE_FLAGS[bundler]
  const takesFlag = flag !== undefined && BUNDLERS[bundler].command?.test(last) === true
  return takesFlag && !new RegExp(`${flag}\\b`).test(last) ? [`${flag}=./`] : []
}

const BASE_FLAGS: Readonly<Partial<Record<BundlerId, string>>> = {
  vite: '--base',
  parcel: '--public-url',
  angular: '--base-href',
}

const adviceFor = (bundler: BundlerId, files: GameFiles, command: string): string | null => {
  const text = textAt(files, [...files.keys()].find((path) => CONFIG.test(path)) ?? '')
  switch (bundler) {
    case 'next':
      return /\boutput\s*:\s*['"`]export['"`]/.test(text)
        ? null
        : "Set output: 'export' and assetPrefix: './' in next.config, so that the build writes files that need no server."
    case 'sveltekit':
      return text.includes('adapter-static')
        ? null
        : 'Use @sveltejs/adapter-static, and put `export const prerender = true` into src/routes/+layout.js, so that the build writes files that need no server.'
    case 'webpack':
      return /\bpublicPath\s*:\s*['"`]\//.test(text)
        ? "Set output.publicPath to '' in the webpack configuration, so that its addresses are relative."
        : null
    case 'vite':
      return relativeFlags(bundler, command).length > 0 ||
        /--base\b/.test(command) ||
        /\bbase\s*:\s*['"`](?:\.\/?)?['"`]/.test(text)
        ? null
        : "Set base: './' in vite.config, so that its addresses are relative."
    default:
      return null
  }
}

const CONFIG = /^(?:next|svelte|vite|webpack(?:\.[\w-]+)*)(?:\.config)?\.[cm]?[jt]s$/

const textFields = (value: unknown): Readonly<Record<string, string>> =>
  typeof value !== 'object' || value === null
    ? {}
    : Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
