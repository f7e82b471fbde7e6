import { resolvePath } from '../../check/facts/bundle/paths.js'
import { attributeOf, elementsOfPage, isLocal, scriptKindOf } from '../pages/page-elements.js'
import { type GameFiles, visibleFiles } from '../selection.js'
import { textAt } from '../text-of.js'
import { type BuiltProject, builtProject, hasNoOwnPage } from './bundlers.js'
import { entryCandidates } from './hints.js'
import { breaks, builtPages, type Note, unbuiltReasons, unrunnableReasons } from './unbuilt.js'

/** A folder that holds the source of a game, and what builds it. */
export interface SourceProject {
  readonly project: BuiltProject
  /** What shows it, each with its place; empty where the folder has no page of its own. */
  readonly reasons: readonly Note[]
  /** Whether the page stays where it is, and only loads what the build writes. */
  readonly inPlace: boolean
  /** A folder with a page that an earlier build wrote; null where there is none. */
  readonly built: string | null
}

/**
 * Recognises the source of a game that a bundler builds: a `package.json` with a build script, and a page that no browser
 * can run as it is. Null where the page runs as it is.
 * @param entry the page that is opened, where the person names it
 */
export const sourceProject = (files: GameFiles, entry: string | undefined): SourceProject | null => {
  const project = builtProject(files)
  if (project === null) return null
  const isOutput = (path: string): boolean =>
    project.output !== null && project.output !== '.' && path.startsWith(`${project.output}/`)
  const pages = entryCandidates(visibleFiles(files)).filter((path) => !isOutput(path))
  const page = entry !== undefined && files.has(entry) ? entry : pages[0]
  const [built] = [...entryCandidates([...files.keys()]).filter(isOutput), ...builtPages(files)].filter(
    (path) => path !== page,
  )
  const found = { project, built: built === undefined ? null : (/^(.*)\//.exec(built)?.[1] ?? '.') }
  if (page === undefined)
    return project.bundler === 'script' ? null : { ...found, reasons: [], inPlace: false }
  const unwritten = missingScripts(files, page)
  const reasons = [...unbuiltReasons(files, page), ...unwritten]
  if (reasons.length === 0 && entry === undefined && hasNoOwnPage(project.bundler))
    return { ...found, reasons: [breaks(page, null, `${project.name} writes the page.`)], inPlace: false }
  if (reasons.length === 0 && project.bundler !== 'script' && hasNoScript(files, page))
    reasons.push(breaks(page, null, 'The page has no script. The build adds it.'))
  const published = project.bundler === 'vite' ? publishedFile(files, isOutput) : null
  if (reasons.length === 0 && published !== null)
    reasons.push(breaks(published, null, 'The build copies it beside the page.'))
  if (reasons.length === 0) return null
  // A missing library is not written by a build: only a bundler is known to write files.
  if (project.bundler === 'script' && reasons.length === unwritten.length) return null
  return { ...found, reasons, inPlace: unwritten.length === reasons.length }
}

/**
 * Why the page of a folder without a build script cannot run before it is built; empty where it can.
 * @param entry the page that is opened, where the person names it
 */
export const unbuiltSource = (files: GameFiles, entry: string | undefined): readonly Note[] => {
  const page = entry !== undefined && files.has(entry) ? entry : entryCandidates(visibleFiles(files))[0]
  return page === undefined ? [] : unrunnableReasons(files, page)
}

/** The scripts that a page loads and that are not there: what its build has yet to write. */
const missingScripts = (files: GameFiles, page: string): readonly Note[] =>
  elementsOfPage(textAt(files, page)).flatMap((element) => {
    const source = element.tagName === 'script' ? attributeOf(element, 'src') : undefined
    if (source === undefined || !isLocal(source) || ELSEWHERE.test(source)) return []
    const path = source.startsWith('/') ? source.slice(1).replace(/[?#].*$/, '') : resolvePath(page, source)
    return path === null || path === '' || files.has(path) || files.has(`public/${path}`)
      ? []
      : [
          breaks(
            page,
            element.sourceCodeLocation?.startLine ?? null,
            `${source} is not there. The build writes it.`,
          ),
        ]
  })

// Packages, files of a project around the folder, and what only a server or the shell of an app has.
const ELSEWHERE = /node_modules|^\.\.\/|(?:^|\/)(?:cordova|phonegap)\.js|(?:^|\/)socket\.io\//

/** A file of `public/` that the source names as if it lay beside the page, where a build puts it; null for none. */
const publishedFile = (files: GameFiles, isOutput: (path: string) => boolean): string | null => {
  const texts = [...files.keys()]
    .filter((path) => NAMES_FILES.test(path) && !path.startsWith('public/') && !isOutput(path))
    .map((path) => textAt(files, path))
  const isNamed = (path: string): boolean => {
    const [top = ''] = /^[^/]+\/?/.exec(path) ?? []
    return texts.some((text) => BEFORE_A_NAME.some((mark) => text.includes(mark + top)))
  }
  return (
    [...files.keys()].find((path) => {
      const beside = path.slice('public/'.length)
      return path.startsWith('public/') && !files.has(beside) && isNamed(beside)
    }) ?? null
  )
}

const BEFORE_A_NAME = ['"', "'", '`', '(', '/']
const NAMES_FILES = /\.(?:html?|m?js|css)$/i

const hasNoScript = (files: GameFiles, page: string): boolean =>
  !elementsOfPage(textAt(files, page)).some(
    (element) => element.tagName === 'script' && scriptKindOf(element) !== null,
  )
