import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { sampleFiles } from '../fakes/sample-bundle.js'
import { npm, ROOT } from '../processes/npm.js'

/** A page that uses one of the most used browser libraries offline, and sets `window.done` when it has. */
export interface LibraryPage {
  /** The library's package, with a word on the way that it is used where it is there twice. */
  readonly name: string
  /** The files that the page loads, scripts and style sheets, as `<package>/<path>`. */
  readonly load?: readonly string[]
  /** Files that are in the bundle too, for scripts to load: of packages, or from the list's own folder. */
  readonly beside?: readonly string[]
  /** The page's own script. One that imports packages is bundled, as a project of its own would be. */
  readonly run: string
  /** A part of what the browser says where the page dies in the sandbox; without it, the page runs. */
  readonly dies?: string
  /** A part of the error of a page that runs anyway: nothing of it depends on what fails. */
  readonly errs?: string
}

interface Libraries {
  /** The versions that are tried: new ones come in on purpose, not on the day that they are published. */
  readonly packages: Readonly<Record<string, string>>
  readonly pages: readonly LibraryPage[]
}

const LIST = join(ROOT, 'fixtures/libraries')

/** The list. */
export const LIBRARIES: Libraries = JSON.parse(await readFile(join(LIST, 'libraries.json'), 'utf8'))

/** The version of a page's library. */
export const versionOf = ({ name }: LibraryPage): string =>
  LIBRARIES.packages[name.split(/,? /)[0] ?? ''] ?? ''

/** Where the packages are kept between runs. */
const CACHE = join(ROOT, 'node_modules/.cache/libraries')

/**
 * Fetches the packages where they are not there yet.
 * @returns why that is not possible here, or null
 */
export const fetchLibraries = async (): Promise<string | null> => {
  await mkdir(CACHE, { recursive: true })
  const manifest = join(CACHE, 'package.json')
  const wanted = `${JSON.stringify({ private: true, dependencies: LIBRARIES.packages })}\n`
  // Written last, so that it stands for all that it names.
  if ((await readFile(manifest, 'utf8').catch(() => '')) === wanted) return null
  const specifiers = Object.entries(LIBRARIES.packages).map(([name, version]) => `${name}@${version}`)
  const flags = ['--no-save', '--ignore-scripts', '--omit=optional', '--legacy-peer-deps', '--prefix', CACHE]
  try {
    await npm(['install', ...flags, ...specifiers], CACHE)
  } catch (error) {
    if (NO_REGISTRY.test(String(error))) return 'The registry of npm cannot be reached.'
    throw error
  }
  await writeFile(manifest, wanted)
  return null
}

const NO_REGISTRY = /\b(?:ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH)\b/

/** The bundle of a page: what it loads, its script, and what every app has. */
export const bundleOf = async (page: LibraryPage): Promise<Record<string, string | Uint8Array>> => {
  const { load = [], beside = [], run } = page
  const files = { ...sampleFiles() }
  for (const file of [...load, ...beside]) {
    const folder = file.includes('/') ? join(CACHE, 'node_modules') : LIST
    files[bundlePath(file)] = await readFile(join(folder, file))
  }
  const isModule = /^import\b/m.test(run)
  files['main.js'] = isModule ? await bundled(run) : `${run}\n`
  const tags = load.map(bundlePath).map((path) => {
    if (path.endsWith('.css')) return `<link rel="stylesheet" href="${path}">`
    return `<script src="${path}"></script>`
  })
  files['index.html'] = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Library</title></head>
<body>
<div id="app"></div>
${[...tags, `<script ${isModule ? 'type="module" crossorigin ' : ''}src="main.js"></script>`].join('\n')}
</body>
</html>
`
  return files
}

/** Scopes of packages have an @, which no path of a bundle may have (2.9). */
const bundlePath = (file: string): string => file.replaceAll('@', '')

const bundled = async (contents: string): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: CACHE },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    write: false,
    logLevel: 'silent',
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error('Nothing was bundled.')
  return output.contents
}
