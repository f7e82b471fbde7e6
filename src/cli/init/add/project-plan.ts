import { applyEdits as applyJsonEdits, findNodeAtLocation, modify, parse, parseTree } from 'jsonc-parser'
import { applyEdits } from '../../../adopt/edits.js'
import { folderOf, relativePath } from '../../../adopt/game-paths.js'
import { attributeOf, elementsOfPage, loadsFile, pageTree } from '../../../adopt/pages/page-elements.js'
import { sdkEdit } from '../../../adopt/pages/sdk-edit.js'
import { type BuiltProject, builtProject } from '../../../adopt/project/bundlers.js'
import { copiedFolder } from '../../../adopt/project/output-folder.js'
import type { GameFiles } from '../../../adopt/selection.js'
import { textAt } from '../../../adopt/text-of.js'
import { fileName, resolvePath } from '../../../check/facts/bundle/paths.js'
import { fieldsOf, jsonObject } from '../../../platform/plain-objects.js'
import { SDK_FILE_NAME } from '../../../sdk/sdk-file.js'
import { VERSION } from '../../../version.js'
import { type ProjectFile, textFile } from '../templates.js'
import { newConfig, withPlugin } from './vite-config.js'

/** A project of a person's own, and where its parts of a mini app belong. */
export interface OwnProject {
  /** What builds it; null where nothing does. */
  readonly built: BuiltProject | null
  /** The folder that ends up at the root of the bundle, with a slash at its end; empty for the project's own. */
  readonly publicFolder: string
  /** The page that people edit; null where there is none, or several could be it. */
  readonly page: string | null
  /** Whether what is in `publicFolder` gets into the bundle without a step after the build. */
  readonly copies: boolean
  /** The folder of the bundle, from the project's; null where nothing says it. */
  readonly folder: string | null
}

/** A file that is written, and what for. */
interface Addition {
  readonly file: ProjectFile
  readonly isNew: boolean
  readonly what: string
}

/** What is missing in a project, and what only a person can do. */
export interface ProjectPlan {
  readonly additions: readonly Addition[]
  /** Sentences. */
  readonly byHand: readonly string[]
}

/** Recognizes a project by its files; null where there is nothing that could be one. */
export const ownProject = (files: GameFiles): OwnProject | null => {
  const built = builtProject(files)
  const pages = [...files.keys()].filter((path) =>
    /^(?:(?:public|src|app)\/)?index\.html?$|^src\/app\.html$/.test(path),
  )
  const page = pages.length === 1 ? (pages[0] ?? null) : (pages.find((path) => path === 'index.html') ?? null)
  if (built === null)
    return page === null || page.includes('/')
      ? null
      : { built, page, publicFolder: '', copies: true, folder: '.' }
  const kept = pageAroundBuild(built, files)
  if (kept !== null) {
    const publicFolder = folderOf(kept)
    return { built, page: kept, publicFolder, copies: true, folder: publicFolder.slice(0, -1) || '.' }
  }
  const folder = copiedFolder(built.bundler, files, built.command)
  const publicFolder = `${folder ?? 'public'}/`
  return { built, page, publicFolder, copies: folder !== null, folder: built.output }
}

/**
 * The page that loads a script which the build writes beside it or below it: people edit the page there, and its folder is the
 * bundle. Null where the build writes the page too.
 */
const pageAroundBuild = ({ bundler, command, output }: BuiltProject, files: GameFiles): string | null => {
  const settings = [...files.keys()].filter((path) => SETTINGS.test(path))
  const isWritten =
    [command, ...settings.map((path) => textAt(files, path))].some((text) => NAMES_PAGE.test(text)) ||
    PAGE_PLUGIN.test(textAt(files, 'package.json'))
  if (output === null || isWritten || !KEEPS_PAGE.has(bundler)) return null
  const parts = output === '.' ? [] : output.split('/')
  for (let depth = parts.length; depth >= 0; depth--) {
    const page = [...parts.slice(0, depth), 'index.html'].join('/')
    const loadsBuilt = elementsOfPage(textAt(files, page)).some((element) => {
      const source = element.tagName === 'script' ? attributeOf(element, 'src') : undefined
      const path = source === undefined ? null : resolvePath(page, source)
      return path !== null && (output === '.' || path.startsWith(`${output}/`))
    })
    if (loadsBuilt) return page
  }
  return null
}

/** The bundlers that write scripts only, unless they are told otherwise. */
const KEEPS_PAGE: ReadonlySet<BuiltProject['bundler']> = new Set(['webpack', 'rollup', 'esbuild'])
/** The files of a bundler's configuration, at the top of a project. */
const SETTINGS = /^(?:webpack|rollup|esbuild|build)[\w.-]*\.[cm]?[jt]s$/
const NAMES_PAGE = /\.html\b|\bcp -r/
/** The packages that write or copy a page. */
const PAGE_PLUGIN = /html[\w-]*plugin|plugin[\w-]*html|copy-webpack-plugin|plugin[\w-]*copy/i

/** What a plan is made from besides the project's files. */
export interface PlanParts {
  /** The manifest to write where there is none, and its icon. */
  readonly manifest: string
  readonly icon: { readonly path: string; readonly bytes: Uint8Array; readonly from: string | null } | null
  readonly sdk: Uint8Array
  /** Files that the listing of a folder leaves out. */
  readonly ignore: string | null
  /** The `.miniappignore` of a project that is not built. */
  readonly plainIgnore: string
}

/** What is missing in the project: where all is there, nothing. */
export const planFor = (project: OwnProject, files: GameFiles, parts: PlanParts): ProjectPlan => {
  const additions: Addition[] = []
  const byHand: string[] = []
  const add = (path: string, content: string | Uint8Array, what: string): void => {
    const file = typeof content === 'string' ? textFile(path, content) : { path, bytes: content }
    additions.push({ file, isNew: !files.has(path), what })
  }
  const { built, publicFolder, page } = project
  if (!files.has(`${publicFolder}manifest.json`)) {
    add(
      `${publicFolder}manifest.json`,
      parts.manifest,
      "the app's ID, name, version and other facts for the service",
    )
    if (parts.icon !== null)
      add(
        parts.icon.path,
        parts.icon.bytes,
        parts.icon.from === null ? 'a plain icon; replace it' : `from ${parts.icon.from}`,
      )
  }
  const packaged = withPackageSettings(textAt(files, 'package.json'), project)
  if (files.has('package.json') && packaged !== null) add('package.json', packaged.text, packaged.what)
  if (built?.bundler === 'vite') addPlugin(files, add, byHand)
  else addSdk(project, files, parts.sdk, add)
  addTypes(files, add)
  if (parts.ignore === null)
    add(
      `${publicFolder}.miniappignore`,
      publicFolder !== ''
        ? MAPS_IGNORED
        : built === null
          ? parts.plainIgnore
          : parts.plainIgnore + SOURCES_IGNORED,
      'files to leave out of the zip',
    )
  if (project.folder === null)
    byHand.push('Put "miniapp": { "folder": "…" } into package.json, with the folder that your build writes.')
  if (built !== null && built.bundler !== 'vite' && built.advice !== null) byHand.push(built.advice)
  if (built?.bundler === 'sveltekit' && /\bfallback\b/.test(textAt(files, 'svelte.config.js')))
    byHand.push(
      'Put `export const prerender = true` into src/routes/+layout.js and leave `fallback` out of svelte.config.js: the addresses of a fallback page begin with a slash.',
    )
  if (built !== null && !project.copies && !copiesAfter(built, files) && packaged?.copies !== true)
    byHand.push(`Let your build copy ${publicFolder} into the folder that it writes.`)
  if (page === null && built !== null && built.bundler !== 'vite')
    byHand.push(`Load ${SDK_FILE_NAME} with a script element in your page, before all other scripts.`)
  return { additions, byHand }
}

const MAPS_IGNORED =
  '# What stays out of the zip, in the syntax of .gitignore. Findings still name the sources.\n*.map\n'

/** What stays out of a bundle that lies around its sources. */
const SOURCES_IGNORED = '*.map\n*.config.*\ntsconfig*.json\n*.ts\n*.tsx\n*.jsx\n*.scss\nsrc\ntest\n'

type Add = (path: string, content: string | Uint8Array, what: string) => void

const addPlugin = (files: GameFiles, add: Add, byHand: string[]): void => {
  const path = [...files.keys()].find((one) => /^vite\.config\.[cm]?[jt]s$/.test(one))
  const what = 'the plugin: it builds the bundle and opens the simulator'
  if (path === undefined) {
    add(files.has('tsconfig.json') ? 'vite.config.ts' : 'vite.config.js', newConfig(), what)
    return
  }
  const text = textAt(files, path)
  const edited = withPlugin(text)
  if (edited.outcome === 'added') add(path, edited.text, what)
  if (edited.outcome === 'unclear')
    byHand.push(
      /\b(?:module\.exports|require)\b/.test(text)
        ? `Add the plugin to ${path}: import('miniapp/vite').then((one) => one.miniapp()) in the list of plugins.`
        : `Add the plugin to ${path}: import miniapp from 'miniapp/vite', and miniapp() in the list of plugins.`,
    )
}

/** The SDK for what is built without our plugin, or not at all. */
const addSdk = (
  { built, page, publicFolder }: OwnProject,
  files: GameFiles,
  sdk: Uint8Array,
  add: Add,
): void => {
  if (!files.has(`${publicFolder}${SDK_FILE_NAME}`))
    add(`${publicFolder}${SDK_FILE_NAME}`, sdk, 'the SDK, window.Service')
  if (page === null) return
  const text = textAt(files, page)
  const tree = pageTree(text)
  if (tree.elements.some((element) => loadsFile(element, SDK_FILE_NAME))) return
  // Parcel would look for the file beside the page: a script after the build adds the element.
  if (built?.bundler === 'parcel') return
  const source =
    built === null
      ? relativePath(page, SDK_FILE_NAME)
      : built.bundler === 'sveltekit'
        ? `%sveltekit.assets%/${SDK_FILE_NAME}`
        : SDK_FILE_NAME
  const edit = sdkEdit(text, tree, { source, ready: false, setting: null }, [])
  add(page, applyEdits(text, [edit], page).text, 'loads the SDK before all other scripts')
}

const SDK_TYPES = 'miniapp/sdk'

/** The types of `window.Service`: in the list of types where there is one, else in a file that every project includes. */
const addTypes = (files: GameFiles, add: Add): void => {
  const configs = ['tsconfig.app.json', 'tsconfig.json'].filter((path) => files.has(path))
  if (
    configs.length === 0 ||
    [...files].some(([path]) => path.endsWith('.d.ts') && textAt(files, path).includes(SDK_TYPES))
  )
    return
  const typesIn = (path: string): unknown =>
    fieldsOf(fieldsOf(parse(textAt(files, path)))['compilerOptions'])['types']
  if (configs.some((path) => JSON.stringify(typesIn(path) ?? '').includes(SDK_TYPES))) return
  const listed = configs.find((path) => Array.isArray(typesIn(path)))
  if (listed === undefined) {
    const folder = [...files.keys()].some((path) => path.startsWith('src/')) ? 'src/' : ''
    add(`${folder}miniapp.d.ts`, `/// <reference types="${SDK_TYPES}" />\n`, 'the types of window.Service')
    return
  }
  const text = textAt(files, listed)
  add(listed, withElement(text, ['compilerOptions', 'types'], SDK_TYPES), 'the types of window.Service')
}

/** `package.json` with the folder of the bundle, the scripts that are missing, and this tool; null where nothing is. */
const withPackageSettings = (
  text: string,
  { built, copies, page, publicFolder, folder }: OwnProject,
): { readonly text: string; readonly what: string; readonly copies: boolean } | null => {
  const about = jsonObject(text)
  if (Object.keys(about).length === 0) return null
  let edited = text
  const parts: string[] = []
  const set = (path: readonly string[], value: unknown, part: string): void => {
    edited = withValue(edited, path, value)
    parts.push(part)
  }
  if (folder !== null && folder !== '.' && fieldsOf(about['miniapp'])['folder'] === undefined)
    set(['miniapp', 'folder'], folder, `"miniapp": { "folder": "${folder}" }`)
  const scripts = fieldsOf(about['scripts'])
  // The plugin would say in the build what the command after it says.
  const quiet =
    built?.bundler === 'vite' && /\bvite build\b[^&|;]*$/.test(String(scripts[built.script]))
      ? ' -- --logLevel error'
      : ''
  const build = built === null ? '' : `npm run ${built.script}${quiet} && `
  const wanted: Readonly<Record<string, string>> = {
    check: `${build}miniapp check`,
    test: `${build}miniapp test`,
    pack: `${build}miniapp pack`,
  }
  const uses = (name: string): boolean =>
    Object.values(scripts).some((script) => String(script).includes(`miniapp ${name}`))
  const added = Object.entries(wanted).filter(([name]) => scripts[name] === undefined && !uses(name))
  for (const [name, script] of added) set(['scripts', name], script, name)
  const post = built === null ? '' : `post${built.script}`
  const wantsCopy = built !== null && built.output !== null && !copies && scripts[post] === undefined
  if (wantsCopy) {
    const steps = [`fs.cpSync('${publicFolder.slice(0, -1)}', '${built.output}', { recursive: true })`]
    if (built.bundler === 'parcel' && page !== null)
      steps.push(
        `const page = '${built.output}/${fileName(page)}'`,
        `fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replace('<script', '<script src=${SDK_FILE_NAME}></script><script'))`,
      )
    set(['scripts', post], `node -e "const fs = require('node:fs'); ${steps.join('; ')}"`, post)
  }
  // Vite's plugin has its addresses relative by itself.
  if (built !== null && built.bundler !== 'vite' && built.flags.length > 0)
    set(
      ['scripts', built.script],
      `${built.command} ${built.flags.join(' ')}`,
      `${built.script} with ${built.flags.join(' ')}`,
    )
  const dependencies = { ...fieldsOf(about['dependencies']), ...fieldsOf(about['devDependencies']) }
  if (dependencies['miniapp'] === undefined)
    set(['devDependencies', 'miniapp'], `^${VERSION}`, 'the dependency miniapp')
  return parts.length === 0 ? null : { text: edited, what: parts.join(', '), copies: wantsCopy }
}

/** Whether a script after the build copies what the build does not. */
const copiesAfter = ({ script }: BuiltProject, files: GameFiles): boolean =>
  String(fieldsOf(jsonObject(textAt(files, 'package.json'))['scripts'])[`post${script}`]).includes('cpSync')

/** JSON with a text added at the end of a list, laid out as those before it. */
const withElement = (text: string, path: string[], value: string): string => {
  const tree = parseTree(text)
  const list = tree === undefined ? undefined : findNodeAtLocation(tree, path)
  if (list === undefined) return text
  const [first] = list.children ?? []
  const last = list.children?.at(-1)
  const at = last === undefined ? list.offset + 1 : last.offset + last.length
  const gap = first === undefined ? '' : `,${text.slice(list.offset + 1, first.offset) || ' '}`
  return `${text.slice(0, at)}${gap}${JSON.stringify(value)}${text.slice(at)}`
}

/** JSON with one value set, in the indentation that it has. */
const withValue = (text: string, path: readonly string[], value: unknown): string => {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  return applyJsonEdits(text, modify(text, [...path], value, { formattingOptions }))
}
