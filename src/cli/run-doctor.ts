import { ENGINES } from '../browser/engines.js'
import { thisMachine } from '../browser/installed-browser.js'
import { Failure } from '../failure.js'
import { lanAddresses } from '../local-server/own-machine.js'
import type { BoundedFetch } from '../publish/requests/bounded-fetch.js'
import { readBaseUrl } from '../publish/requests/server-address.js'
import { discover } from '../publish/sign-in/authorization-server.js'
import { configFolder } from '../publish/token-store/config-folder.js'
import { jsonDocument } from '../terminal/json-text.js'
import { safeLine } from '../terminal/safe-text.js'
import { OLDEST_NODE, VERSION } from '../version.js'
import type { CommandContext } from './context.js'
import { examineConfigFolder, examineProject } from './doctor/folders.js'
import {
  browserVersion,
  examineBrowser,
  examineNetwork,
  examineNode,
  examinePictures,
  type Finding,
  findingOf,
} from './doctor/machine.js'
import { EXIT_CODES } from './exit-codes.js'
import type { TextOrJson } from './options.js'
import { publishingTools, readProfileName } from './publish/publishing-tools.js'

export interface DoctorFlags {
  readonly baseUrl?: string
  readonly profile: string
  readonly format: TextOrJson
}

/** Checks the machine and reports what will not work. The exit code is 1 if a command cannot work. */
export const runDoctor = async (flags: DoctorFlags, context: CommandContext): Promise<void> => {
  const { environment, cwd, interrupted } = context
  const { fetch, store } = publishingTools(context)
  const profile = readProfileName(flags.profile)
  const baseUrl =
    flags.baseUrl === undefined
      ? // `status` reports a damaged sign-in file.
        await store.read(profile).then(
          ({ session }) => session?.baseUrl ?? null,
          () => null,
        )
      : readBaseUrl(flags.baseUrl)
  const findings = await Promise.all([
    examineNode(process.versions.node, OLDEST_NODE),
    examinePictures(async () => (await import('sharp')).default),
    ...ENGINES.map((engine) => examineBrowser(thisMachine(environment), browserVersion, engine)),
    examineNetwork(lanAddresses()),
    examineConfigFolder(configFolder(environment)),
    examineService(fetch, baseUrl, interrupted),
    examineProject(cwd),
  ])
  const failed = findings.some(({ level }) => level === 'failure')
  if (failed) context.setExitCode(EXIT_CODES.no)
  const system = `${process.platform} ${process.arch}`
  if (flags.format === 'json')
    context.out(jsonDocument({ schema: 1, ok: !failed, version: VERSION, system, findings }))
  else printFindings(findings, system, context)
}

const printFindings = (
  findings: readonly Finding[],
  system: string,
  { out, outStyles: styles }: CommandContext,
): void => {
  const marks = {
    ok: styles.green('✓'),
    warning: styles.yellow('!'),
    failure: styles.red('✗'),
    skipped: styles.dim('–'),
  } as const satisfies Record<Finding['level'], string>
  out(`${styles.bold(`miniapp ${VERSION}`)} ${styles.dim(`on ${system}`)}\n\n`)
  const width = Math.max(...findings.map(({ title }) => title.length))
  for (const { title, level, found, fix } of findings) {
    out(`${marks[level]} ${title.padEnd(width)}  ${safeLine(found)}\n`)
    if (fix !== null) out(`  ${' '.repeat(width)}  → ${safeLine(fix)}\n`)
  }
  const failures = findings.filter(({ level }) => level === 'failure').length
  const warnings = findings.filter(({ level }) => level === 'warning').length
  out(
    `\n${
      failures > 0
        ? styles.red(`${failures === 1 ? '1 problem' : `${failures} problems`} to fix.`)
        : warnings > 0
          ? `Everything required works; ${warnings === 1 ? '1 warning' : `${warnings} warnings`}.`
          : styles.green('No problems found.')
    }\n`,
  )
}

/** Whether a service answers and describes how to sign in. No token is sent. */
const examineService = async (
  fetch: BoundedFetch,
  baseUrl: string | null,
  signal: AbortSignal,
): Promise<Finding> => {
  const about = findingOf('service', 'Service')
  if (baseUrl === null) return about('skipped', 'no --base-url given, and you are not signed in')
  try {
    const { discovered } = await discover(fetch, baseUrl, '', signal)
    return about('ok', `${baseUrl} answers${discovered ? '' : ', without a discovery document'}`)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error
    return about('failure', error.message, error.remedy)
  }
}
