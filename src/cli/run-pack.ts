import { resolve } from 'node:path'
import { openBundle } from '../bundle/open.js'
import { isPackedName } from '../bundle/own-output.js'
import { within, withSlashes } from '../bundle/paths.js'
import { textReport } from '../check/report/text.js'
import { usageFailure } from '../failure.js'
import { rememberPacked } from '../pack/history.js'
import type { PackProgress } from '../pack/pack.js'
import { type PackOptions, type PackResult, pack } from '../pack/pack.js'
import { packedLine, packReport } from '../pack/report.js'
import { jsonDocument } from '../terminal/json-text.js'
import { showWaitLine, type WaitLine } from '../terminal/wait-line.js'
import { type AfterMs, afterMs } from '../watching/watch-files.js'
import { allowedRules } from './allowed-rules.js'
import { reportLayout } from './checked.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES } from './exit-codes.js'
import type { ReportFormat } from './options.js'

export interface PackFlags
  extends Pick<PackOptions, 'out' | 'bump' | 'dryRun' | 'overwrite' | 'strict' | 'allow' | 'optimize'> {
  readonly verbose?: boolean
  readonly format: ReportFormat
}

/** Packs a folder and prints a report. */
export const runPack = async (
  directory: string,
  flags: PackFlags,
  context: CommandContext,
): Promise<void> => {
  const bundle = await openBundle(directory, context.cwd)
  try {
    if (bundle.kind === 'zip')
      throw usageFailure(`${directory} is already a zip.`, 'Give a folder, or run miniapp check on the zip.')
    const { format, verbose, ...options } = flags
    const progress = showPackProgress(context)
    const result = await pack(bundle, {
      ...options,
      allow: await allowedRules(flags.allow, bundle, context.cwd),
      cwd: context.cwd,
      signal: context.interrupted,
      onProgress: progress.onProgress,
    } satisfies PackOptions).finally(progress.end)
    if (format === 'text') {
      const problems = await textReport(result.check, reportLayout(bundle, { verbose }, context))
      context.out(problems + packReport(result, context.outStyles))
      if (options.optimize === true && result.zip !== null && result.optimized.length === 0)
        context.note('No PNG can be made smaller without loss.')
    } else if (format === 'json') {
      const { check, ...packed } = result
      context.out(jsonDocument({ ...check, ...packed }))
    } else {
      const { scanningReport } = await import('./scanning-report.js')
      context.out(scanningReport(format, [result.check], context.cwd))
      // These formats have no field for the zip.
      if (result.zip?.written === true) context.note(packedLine(result.zip, context.noteStyles))
    }
    if (result.zip === null) context.setExitCode(EXIT_CODES.no)
    else if (result.zip.written) await remember(resolve(context.cwd, directory), result, context)
  } finally {
    await bundle.close()
  }
}

/** Warns if a version is packed that is not higher than an earlier one with other contents (2.2). */
const remember = async (
  project: string,
  { check: { app }, zip }: PackResult,
  { cwd, note, noteStyles }: CommandContext,
): Promise<void> => {
  if (zip === null || app?.id === undefined || app.id === null || app.version === null) return
  const { id, version } = app
  const output = rememberedOutput(project, resolve(cwd, zip.path))
  const earlier = await rememberPacked(
    project,
    {
      app: id,
      version,
      sha256: zip.sha256,
      contents: zip.contentsSha256,
      ...(output === null ? {} : { output }),
    },
    Date.now(),
  )
  if (earlier === null) return
  note(
    `${noteStyles.yellow('warning')} ${earlier} was already packed with different contents, and ${version} is not higher: the service accepts only one of them.`,
  )
  note('Raise the version with --bump patch.')
}

/**
 * The zip's path relative to the project, for commands that would otherwise treat it as a file of the bundle;
 * null if it is outside the project or recognisable by name.
 */
const rememberedOutput = (project: string, zip: string): string | null => {
  const path = within(project, zip)
  return path === null || isPackedName(path) ? null : withSlashes(path)
}

/** Shorter waits show no progress. */
const QUIET_MS = 1_000

/** Shows the current stage of `pack` on a terminal once it takes longer than a second; elsewhere nothing. */
export const showPackProgress = (
  { interactive, noteStyles }: Pick<CommandContext, 'interactive' | 'noteStyles'>,
  stream: Parameters<typeof showWaitLine>[0] = process.stderr,
  after: AfterMs = afterMs,
) => {
  if (!interactive) return { onProgress: () => {}, end: () => {} }
  let current: PackProgress = { stage: 'checking', done: 0, total: 0 }
  let line: WaitLine | null = null
  const cancel = after(QUIET_MS, () => {
    line = showWaitLine(stream, noteStyles, () => describeProgress(current))
  })
  return {
    onProgress: (progress: PackProgress): void => {
      current = progress
    },
    end: (): void => {
      cancel()
      line?.end()
    },
  }
}

const STAGES = {
  checking: 'Checking the files',
  optimizing: 'Re-encoding PNGs',
  zipping: 'Zipping',
  verifying: 'Reading the zip back and checking it',
} as const satisfies Record<PackProgress['stage'], string>

const describeProgress = ({ stage, done, total }: PackProgress): string =>
  total === 0 ? STAGES[stage] : `${STAGES[stage]} (${done} of ${total})`
