import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bundle } from '../../../bundle/bundle.js'
import { within } from '../../../bundle/paths.js'
import type { SourcePlace } from '../../../check/problem.js'
import { sourceLines } from '../../../check/report/source-lines.js'
import { withSources } from '../../../check/source-places.js'
import type { AppReport } from '../../injected-messages.js'
import type { AppFailure } from '../../messages.js'
import { reportEntry } from './app-reports.js'

/** What a build says of its failure. */
export type BuildFailure = Pick<AppFailure, 'message' | 'file' | 'line' | 'column'>

interface AppFailuresOptions {
  /** The project's folder, which sources are named from. */
  readonly project: string
  /** The app's current files. */
  readonly bundle: () => Bundle
  /** Called when a build failed, and when it is repaired. */
  readonly onBuild: (failure: AppFailure | null) => void
}

/** What windows show over the app: why its build failed, and what it threw while it started. */
export class AppFailures {
  readonly #options: AppFailuresOptions
  #build: AppFailure | null = null

  constructor(options: AppFailuresOptions) {
    this.#options = options
  }

  /** The project's folder. */
  get project(): string {
    return this.#options.project
  }

  /** Why the latest build failed; null if it did not. */
  get build(): AppFailure | null {
    return this.#build
  }

  /** @param failure null: the build works */
  async built(failure: BuildFailure | null): Promise<void> {
    if (failure === null && this.#build === null) return
    this.#build =
      failure === null
        ? null
        : { ...failure, of: 'build', advice: '', excerpt: await this.#excerpt(failure.file, failure.line) }
    this.#options.onBuild(this.#build)
  }

  /** What the app threw, with its place in the source if a source map names it. */
  async ofStart(report: AppReport, seat: number, bundleOrigin: string): Promise<AppFailure> {
    const bundle = this.#options.bundle()
    const { message, file, line, column, why = '' } = reportEntry(report, seat, bundleOrigin)
    const source = await this.sourceOf({ file, line, column })
    const ofSource = source === null ? [] : await this.#excerpt(source.file, source.line)
    const excerpt =
      source !== null || file === null || line === null
        ? ofSource
        : await excerptOf((at) => sourceLines(bundle)(file, at), line)
    return { of: 'start', message, ...(source ?? { file, line, column }), excerpt, advice: why }
  }

  /** The place in the source of a place in the bundle, if a source map names it; else null. */
  async sourceOf(place: Pick<AppFailure, 'file' | 'line' | 'column'>): Promise<SourcePlace | null> {
    const [found] = await withSources<Place>([place], this.#options.bundle())
    return found?.source ?? null
  }

  /** The lines around a place of the project. */
  async #excerpt(file: string | null, line: number | null): Promise<AppFailure['excerpt']> {
    const { project } = this.#options
    if (file === null || line === null || within(project, file) === null) return []
    // A source that is gone, or that no file has.
    const text = await readFile(join(project, file), 'utf8').catch(() => null)
    const lines = text?.trimEnd().split(/\r\n?|\n/) ?? []
    return await excerptOf(async (at) => lines[at - 1] ?? null, line)
  }
}

type Place = Pick<AppFailure, 'file' | 'line' | 'column'> & { readonly source?: SourcePlace }

/** How many lines are shown before and after a place. */
const LINES_AROUND = 3

/** Minified code is one line, of which the start must do. */
const LONGEST_LINE = 300

const excerptOf = async (
  textAt: (line: number) => Promise<string | null>,
  line: number,
): Promise<AppFailure['excerpt']> => {
  const excerpt: { readonly line: number; readonly text: string }[] = []
  for (let at = Math.max(1, line - LINES_AROUND); at <= line + LINES_AROUND; at++) {
    const text = await textAt(at)
    if (text !== null) excerpt.push({ line: at, text: text.slice(0, LONGEST_LINE) })
  }
  return excerpt
}
