import { resolve } from 'node:path'
import { openBundle } from '../bundle/open.js'
import { isPackedName } from '../bundle/own-output.js'
import { within, withSlashes } from '../bundle/within.js'
import { sourceLines } from '../check/report/source-lines.js'
import { textReport } from '../check/report/text.js'
import { Failure } from '../failure.js'
import { rememberPacked } from '../pack/history.js'
import { type PackOptions, type PackResult, pack } from '../pack/pack.js'
import { packedLine, packReport } from '../pack/report.js'
import { jsonDocument } from '../terminal/json-text.js'
import { codeScanningReport } from './code-scanning-report.js'
import type { PackFlags } from './commands/pack.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES } from './exit-codes.js'
import { showPackProgress } from './pack-progress.js'

/** Packs a folder and reports. */
export const runPack = async (
  directory: string,
  flags: PackFlags,
  context: CommandContext,
): Promise<void> => {
  const bundle = await openBundle(directory, context.cwd)
  try {
    if (bundle.kind === 'zip')
      throw new Failure(
        'usage',
        `${directory} is a zip already.`,
        'Give a folder, or check the zip with miniapp check.',
      )
    const { format, ...options } = flags
    const progress = showPackProgress(context)
    const result = await pack(bundle, {
      ...options,
      cwd: context.cwd,
      signal: context.interrupted,
      onProgress: progress.onProgress,
    } satisfies PackOptions).finally(progress.end)
    if (format === 'text') {
      const problems = await textReport(result.check, {
        styles: context.outStyles,
        columns: context.columns,
        wraps: context.outIsTerminal,
        sourceLine: sourceLines(bundle),
      })
      context.out(problems + packReport(result, context.outStyles))
      if (options.optimize === true && result.zip !== null && result.optimized.length === 0)
        context.note('No PNG becomes smaller without loss.')
    } else if (format === 'json') context.out(jsonDocument(jsonOf(result)))
    else {
      context.out(await codeScanningReport(format, [result.check]))
      // These reports have no place for it.
      if (result.zip?.written === true) context.note(packedLine(result.zip, context.noteStyles))
    }
    if (result.zip === null) context.setExitCode(EXIT_CODES.no)
    else if (result.zip.written) await remember(resolve(context.cwd, directory), result, context)
  } finally {
    await bundle.close()
  }
}

/** Warns when a version is packed that is not higher than one that was packed before with other contents (2.2). */
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
    `${noteStyles.yellow('warning')} ${earlier} was packed here before with other contents, and ${version} is not higher: once the one is uploaded, the service refuses the other.`,
  )
  note('Raise the version with --bump patch.')
}

/**
 * The path of a zip from the project, for the commands that would take it for a file of the bundle; null where it is
 * elsewhere, or its name and place say what it is.
 */
const rememberedOutput = (project: string, zip: string): string | null => {
  const path = within(project, zip)
  return path === null || isPackedName(path) ? null : withSlashes(path)
}

/** The check's document, and what was packed beside it. */
const jsonOf = ({ check, zip, leftOut, optimized, raised }: PackResult): unknown => ({
  ...check,
  zip,
  leftOut,
  optimized,
  raised,
})
