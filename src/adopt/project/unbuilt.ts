import { fileName, resolvePath } from '../../check/facts/bundle/paths.js'
import { asNode } from '../../check/facts/script/node.js'
import { walk } from '../../check/facts/script/walk.js'
import { LineIndex } from '../../check/facts/text/position.js'
import { folderOf } from '../game-paths.js'
import {
  attributeOf,
  contentOf,
  type Element,
  elementsOfPage,
  extentOf,
  scriptKindOf,
} from '../pages/page-elements.js'
import { requiredModule } from '../scripts/node-scripts.js'
import { parseProgram, textIn } from '../scripts/parse-program.js'
import type { GameFiles } from '../selection.js'
import { textAt } from '../text-of.js'
import { entryCandidates } from './hints.js'

/** Something that a person should know of the game before they go on. */
export interface Note {
  readonly file: string
  /** From 1, in the game's own file. */
  readonly line: number | null
  readonly message: string
  /** What becomes of the game otherwise: it does not run, or something has to be looked at. */
  readonly effect: 'breaks' | 'look'
}

/** What keeps the game from running. */
export const breaks = (file: string, line: number | null, message: string): Note => ({
  file,
  line,
  message,
  effect: 'breaks',
})

/**
 * Where a person finds what a build writes, and how they tell it apart from the source.
 * @param runs whether `check` finds nothing that keeps the app from running: then nothing here is certain
 */
export const unbuiltNotes = (
  files: GameFiles,
  entry: string,
  from: string,
  runs: boolean,
): readonly Note[] => {
  const reasons = unbuiltReasons(files, entry)
  if (reasons.length === 0) return []
  const built = builtPages(files).find((one) => one !== entry)
  const folder = built?.slice(0, -fileName(built).length - 1)
  const found = runs
    ? 'This may be the source of the game. If it does not run,'
    : 'This is the source of the game.'
  const advice =
    folder === undefined
      ? `${runs ? 'build' : 'Build'} it, then use the folder that the build writes.`
      : `${runs ? 'use' : 'Use'} what its build wrote: --from ${from}/${folder}`
  const notes = [...reasons, breaks(built ?? entry, null, `${found} ${advice}`)]
  return runs ? notes.map((note) => ({ ...note, effect: 'look' })) : notes
}

/** The pages that a build wrote, the likeliest first. */
export const builtPages = (files: GameFiles): readonly string[] =>
  entryCandidates([...files.keys()]).filter((path) => BUILT.test(path))

/** Where builds write what they make. */
const BUILT = /^(?:dist|build|out|public|www|docs|release)\/(?:[^/]+\/){0,2}index\.html?$/i

/**
 * What shows that a page is the source of a game and not what its build writes: scripts in languages that no browser
 * reads, modules that only a bundler finds, and gaps that a build fills.
 * @param page the page's path
 */
export const unbuiltReasons = (files: GameFiles, page: string): readonly Note[] => {
  const text = textAt(files, page)
  const gap = GAP.exec(withoutTemplates(text))
  const { certain, likely } = scriptReasons(files, page, text)
  const inPage =
    gap === null
      ? []
      : [
          breaks(
            page,
            new LineIndex(text).place(gap.index).line,
            `${gap[0]} is a placeholder that a build fills in.`,
          ),
        ]
  return [...inPage, ...certain, ...likely]
}

/**
 * Why no browser can run a page, and no server helps: its scripts are in another language, or import what only a bundler
 * finds.
 * @param page the page's path
 */
export const unrunnableReasons = (files: GameFiles, page: string): readonly Note[] =>
  scriptReasons(files, page, textAt(files, page)).certain

/** What in the scripts of a page needs a build: without doubt, or in all likelihood. */
const scriptReasons = (
  files: GameFiles,
  page: string,
  text: string,
): { readonly certain: readonly Note[]; readonly likely: readonly Note[] } => {
  const lines = new LineIndex(text)
  const elements = elementsOfPage(text)
  const imported = importMapOf(text, elements)
  const bringsRequire = classicScripts(files, page, text, elements).some((script) =>
    BRINGS_REQUIRE.test(script),
  )
  const reasons: Note[] = []
  const likely: Note[] = []
  for (const element of elements) {
    const line = lines.place(element.sourceCodeLocation?.startOffset ?? 0).line
    if (element.tagName === 'link' && attributeOf(element, 'data-trunk') !== undefined)
      reasons.push(breaks(page, line, 'Trunk puts what it compiles in the place of this link.'))
    if (element.tagName !== 'script' || scriptKindOf(element) === null) continue
    const source = attributeOf(element, 'src')
    const isModule = attributeOf(element, 'type')?.trim().toLowerCase() === 'module'
    if (source === undefined) {
      const content = contentOf(text, element)
      if (isModule && content !== null)
        reasons.push(...moduleReasons(files, page, content.text, imported, new Set(), lines, content.start))
      continue
    }
    const language = LANGUAGE.exec(source.replace(/[?#].*$/, ''))?.[0]
    if (language !== undefined)
      reasons.push(breaks(page, line, `${source} is not a script that a browser runs. It needs a build.`))
    const path = fileAt(files, page, source)
    const command = path === null ? writingCommand(files, source) : null
    if (command !== null)
      reasons.push(breaks(page, line, `${source} is not there. \`${command}\` writes it.`))
    if (path === null || language !== undefined) continue
    const script = textAt(files, path)
    if (isModule) {
      reasons.push(...moduleReasons(files, path, script, imported, new Set([path])))
      continue
    }
    const required = bringsRequire ? null : requiredModule(script)
    if (required !== null)
      likely.push(
        breaks(
          path,
          new LineIndex(script).place(required.offset).line,
          'It calls require(), which no browser has. It needs a bundler.',
        ),
      )
  }
  return { certain: reasons, likely }
}

/** The command that writes a script from source in another language which is there; null for any other script. */
const writingCommand = (files: GameFiles, source: string): string | null => {
  const isThere = (form: RegExp): boolean => [...files.keys()].some((path) => form.test(path))
  const path = source.replace(/[?#].*$/, '')
  return COMPILERS.find(({ writes, from }) => writes.test(path) && isThere(from))?.command ?? null
}

const COMPILERS: readonly { readonly writes: RegExp; readonly from: RegExp; readonly command: string }[] = [
  { writes: /(?:^|\/)_framework\/blazor\.\w+\.js$/, from: /\.csproj$/, command: 'dotnet publish' },
  {
    writes: /(?:^|\/)flutter(?:_bootstrap)?\.js$/,
    from: /(?:^|\/)pubspec\.yaml$/,
    command: 'flutter build web',
  },
  { writes: /\.nocache\.js$/, from: /\.gwt\.xml$|(?:^|\/)build\.gradle$/, command: 'gradlew html:dist' },
  { writes: /\.js$/, from: /(?:^|\/)elm\.json$/, command: 'elm make' },
  { writes: /\.js$/, from: /(?:^|\/)(?:shadow-cljs|project)\.(?:edn|clj)$/, command: 'shadow-cljs release' },
]

/** The texts of a page's scripts that are not modules. */
const classicScripts = (
  files: GameFiles,
  page: string,
  text: string,
  elements: readonly Element[],
): readonly string[] =>
  elements.flatMap((element) => {
    if (element.tagName !== 'script' || scriptKindOf(element) !== 'script') return []
    const source = attributeOf(element, 'src')
    if (source === undefined) return [contentOf(text, element)?.text ?? '']
    const path = fileAt(files, page, source)
    return path === null ? [] : [textAt(files, path)]
  })

/** A loader's own `require`: of RequireJS, of Browserify, of an engine. */
const BRINGS_REQUIRE =
  /\brequire\s*=(?!=)|\bfunction\s+require\b|\bvar\s+(?:\w+\s*,\s*)*require\b|["']require["']\s*\]\s*=(?!=)/

const LANGUAGE = /\.(?:tsx?|mts|cts|jsx|vue|svelte|astro|coffee|elm)$/i

/** A page with blanks for its scripts, styles, templates and comments: scripts fill in templates of their own. */
const withoutTemplates = (text: string): string => {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ')
  let page = text.replace(/<!--[\s\S]*?(?:-->|$)/g, blank)
  for (const element of elementsOfPage(page)) {
    if (!['script', 'style', 'template'].includes(element.tagName)) continue
    const { start, end } = extentOf(element)
    page = page.slice(0, start) + blank(page.slice(start, end)) + page.slice(end)
  }
  return page
}

/** What templates of bundlers leave for the build: `%PUBLIC_URL%`, `<%= htmlWebpackPlugin.options.title %>`. */
const GAP = /%(?:PUBLIC_URL|BASE_URL|sveltekit\.\w+|VITE_\w+)%|<%[=-]?[^%]{1,200}%>/

/** The file that an address of a page leads to; from the root of the folder too. */
const fileAt = (files: GameFiles, from: string, url: string): string | null => {
  const folder = folderOf(from)
  const path = url.startsWith('/') ? url.slice(1).replace(/[?#].*$/, '') : resolvePath(from, url)
  if (path === null) return null
  return [path, folder + path].find((one) => files.has(one)) ?? null
}

/** The names that the import maps of a page give; null where there is none. */
const importMapOf = (text: string, elements: readonly Element[]): readonly string[] =>
  elements
    .filter((one) => one.tagName === 'script' && attributeOf(one, 'type')?.toLowerCase() === 'importmap')
    .flatMap((one) =>
      [...(contentOf(text, one)?.text ?? '').matchAll(/"([^"\n]+)"\s*:/g)].map(([, name = '']) => name),
    )

/** What in a module, and in those that it imports, only a bundler finds. @param offset where it begins in its file */
const moduleReasons = (
  files: GameFiles,
  path: string,
  script: string,
  imported: readonly string[],
  seen: Set<string>,
  lines: LineIndex = new LineIndex(script),
  offset = 0,
): readonly Note[] => {
  const reasons: Note[] = []
  for (const found of importsOf(script)) {
    const line = lines.place(offset + found.offset).line
    const { specifier } = found
    if (isBare(specifier)) {
      const isMapped = imported.some(
        (name) => specifier === name || (name.endsWith('/') && specifier.startsWith(name)),
      )
      if (!isMapped)
        reasons.push(
          breaks(path, line, `It imports ${JSON.stringify(specifier)}, which only a bundler can resolve.`),
        )
      continue
    }
    if (!/^\.{0,2}\//.test(specifier)) continue
    const target = fileAt(files, path, specifier)
    const other = target === null ? withExtension(files, path, specifier) : LOADED.exec(target)
    if (other !== null || (target !== null && LANGUAGE.test(target)))
      reasons.push(
        breaks(
          path,
          line,
          target === null
            ? `It imports ${JSON.stringify(specifier)} without an extension, which only a bundler can resolve.`
            : `It imports ${JSON.stringify(specifier)}, which a browser does not load as a script.`,
        ),
      )
    else if (target !== null && !seen.has(target)) {
      seen.add(target)
      reasons.push(...moduleReasons(files, target, textAt(files, target), imported, seen))
    }
    if (reasons.length >= ENOUGH) break
  }
  return reasons
}

/** So many reasons are as good as a hundred. */
const ENOUGH = 3

const isBare = (specifier: string): boolean =>
  /^(?:@[\w-]|[\w-])/.test(specifier) && !/^[a-z][a-z0-9+.-]*:/i.test(specifier)

/** What bundlers import and browsers do not. */
const LOADED = /\.(?:css|s[ac]ss|less|svg|png|jpe?g|gif|webp|mp3|ogg|wav|woff2?|glsl|vert|frag|json|wasm)$/i

/** `./game` for `game.ts`: a bundler tries extensions, a browser does not. */
const withExtension = (files: GameFiles, from: string, specifier: string): string | null =>
  ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.vue', '.svelte', '/index.js', '/index.ts']
    .map((ending) => fileAt(files, from, specifier.replace(/\/$/, '') + ending))
    .find((path) => path !== null) ?? null

/** What a module imports by a text that stands there whole. */
interface ImportedModule {
  readonly specifier: string
  /** In UTF-16 units. */
  readonly offset: number
}

/** The modules that a module imports, but for JSON and CSS that it imports as such; empty where it does not parse. */
const importsOf = (script: string): readonly ImportedModule[] => {
  if (!/\b(?:import|from)\b/.test(script)) return []
  const program = parseProgram(script, 'module')
  if (program === null) return []
  const imports: ImportedModule[] = []
  walk(program, (node) => {
    if (!/^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration)$/.test(node.type)) return
    const { attributes, options } = node
    if ((Array.isArray(attributes) && attributes.length > 0) || asNode(options) !== null) return
    const specifier = textIn(node['source'])
    if (specifier !== null) imports.push({ specifier, offset: node.start })
  })
  return imports
}
