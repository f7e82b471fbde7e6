import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeFolder } from '../durable/folders.js'
import { cannot } from '../failure.js'
import { type Shard, shardName } from '../playtest/plan.js'
import type { ReportedApp } from '../playtest/report/app-section.js'
import { safeLine } from '../terminal/safe-text.js'
import { shellPath, shellWord } from '../terminal/shell.js'
import { putReport } from './checked.js'
import type { CommandContext } from './context.js'

/** What the page says of how it was made. */
export interface ReportedFlags {
  readonly seed: number
  readonly seconds: number
  readonly torture?: number
  readonly shard?: Shard
  readonly against?: string
  readonly open?: boolean
}

/** `--report`: writes the page, names it, and opens it where that is wanted. */
export const putHtmlReport = async (
  played: readonly Omit<ReportedApp, 'command'>[],
  folder: string,
  flags: ReportedFlags,
  context: CommandContext,
): Promise<void> => {
  const { htmlReport, reportStyle } = await import('../playtest/report/html-report.js')
  const apps = played.map((one): ReportedApp => ({ ...one, command: commandOf(one.path, flags) }))
  const page = await htmlReport(apps, {
    at: new Date(),
    shard: flags.shard === undefined ? null : shardName(flags.shard),
    style: await reportStyle(),
  })
  const place = resolve(context.cwd, folder)
  await makeFolder(place).catch(cannot('write', folder))
  const file = join(place, 'index.html')
  await putReport(page, file, context)
  const named = safeLine(join(folder, 'index.html'))
  context.note(`Report: ${named}`)
  if (flags.open === true && !(await context.openBrowser(pathToFileURL(file).href)))
    context.note(`Could not open a browser. Open ${named} yourself.`)
}

/** The command that plays one scenario of an app again, in the same way. */
const commandOf =
  (path: string, { seed, seconds, torture, against }: ReportedFlags): ReportedApp['command'] =>
  (scenario, engine) =>
    [
      'miniapp test',
      ...(path === '.' ? [] : [shellPath(path)]),
      `--scenario ${scenario} --seed ${seed} --seconds ${seconds}`,
      ...(engine === 'chromium' ? [] : [`--browser ${engine}`]),
      ...(torture === undefined ? [] : [`--torture ${torture}`]),
      ...(against === undefined ? [] : [`--against ${shellWord(against)}`]),
    ].join(' ')
