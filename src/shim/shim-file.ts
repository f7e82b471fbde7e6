import { readFile } from 'node:fs/promises'
import { inDist } from '../in-dist.js'
import {
  markOf,
  partsIn,
  renamedIn,
  SHIM_FILE_NAME,
  SHIM_PART_NAMES,
  SHIM_PARTS,
  type ShimPartName,
} from './part-names.js'
import type { Renamed } from './parts/names.js'

/** What a shim is composed of. */
export interface ShimContents {
  readonly parts: readonly ShimPartName[]
  /** New paths of renamed files by their old ones; they make `names` a part. */
  readonly renamed: Renamed
}

/** The modules that the build has made of the parts. */
interface Modules {
  readonly version: string
  readonly modules: readonly {
    readonly path: string
    readonly needs: readonly string[]
    readonly code: string
  }[]
}

/** What the shim keeps as it is when the page begins: an app may call classes of its own so. Code for workers finds theirs. */
const LANGUAGE = ['Map', 'Set', 'WeakMap', 'Error', 'TypeError']
/** A worker has no `Element`. */
const BROWSER = ['Event', 'EventTarget', 'Element', 'Blob']

/** Composes `browser-shim.js` of the parts that an app needs. The same contents give the same text. */
export const composeShim = async ({ parts, renamed }: ShimContents): Promise<string> => {
  const { version, modules } = await readModules()
  const hasNames = Object.keys(renamed).length > 0
  const chosen = SHIM_PART_NAMES.filter((part) => (part === 'names' ? hasNames : parts.includes(part)))
  const keeps = chosen.includes('local-storage') || chosen.includes('cookies')
  const needed = (parts: readonly string[]): ReadonlySet<string> => {
    const paths = new Set(parts.map((part) => `src/shim/parts/${part}.ts`))
    // A set that grows while it is walked is walked to its end.
    for (const path of paths)
      for (const need of modules.find((module) => module.path === path)?.needs ?? []) paths.add(need)
    return paths
  }
  const inAll = needed([...chosen, ...(keeps ? ['start'] : [])])
  // A worker loads this file for its databases: what only a page has comes after them.
  const inWorkers = needed(chosen.filter((part) => part === 'indexed-db'))
  const codeOf = (isThere: (path: string) => boolean): readonly string[] =>
    modules.filter(({ path }) => isThere(path)).map(({ code }) => `${code}\n`)
  const titles = chosen.map((part) => SHIM_PARTS[part].title)
  return [
    `/*! ${SHIM_FILE_NAME} ${version}: stands in for what the sandbox takes away from a mini app.`,
    ` * In it: ${titles.join(', ')}.`,
    ' * Load it after service-miniapp.js and before everything else. `miniapp init --shim` writes it again.',
    ' * MIT licence, see the package "miniapp". */',
    `(function (${[...LANGUAGE, ...BROWSER].join(', ')}) {`,
    '"use strict";',
    'const again = window[Symbol.for("browser-shim")];',
    'if (again) return again();',
    `window[Symbol.for("browser-shim parts")] = ${JSON.stringify(markOf(chosen))};`,
    '',
    ...codeOf((path) => inWorkers.has(path)),
    ...(inWorkers.size > 0 ? ['if (typeof document === "undefined") return shimIndexedDb();\n'] : []),
    ...codeOf((path) => inAll.has(path) && !inWorkers.has(path)),
    ...chosen.map((part) => `${functionOf(part)}(${part === 'names' ? namesArgument(renamed) : ''});`),
    ...(keeps ? ['start();'] : []),
    `})(${[...LANGUAGE, ...BROWSER.map((name) => `window.${name}`)].join(', ')});`,
    '',
  ].join('\n')
}

/** What a composed shim was composed of; null where the text is none. */
export const readShim = (text: string): ShimContents | null => {
  const parts = partsIn(text)
  if (parts === null) return null
  return { parts, renamed: renamedIn(text) }
}

/** On one line, so that it can be found again. */
const namesArgument = (renamed: Renamed): string =>
  JSON.stringify(Object.fromEntries(Object.entries(renamed).sort(([a], [b]) => (a < b ? -1 : 1))))

/** `local-storage` is started by `shimLocalStorage`. */
const functionOf = (part: ShimPartName): string =>
  `shim${part.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`

const readModules = async (): Promise<Modules> =>
  JSON.parse(await readFile(inDist('shim', 'modules.json'), 'utf8')) as Modules
