import { resolve } from 'node:path'
import { traceOfError } from '../../platform/text.js'
import { serviceDataFolder } from '../../publish/token-store/config-folder.js'
import { startService } from '../../service/start.js'
import type { ServiceEvent } from '../../service/world.js'
import { jsonLine } from '../../terminal/json-text.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import type { CommandContext } from '../context.js'
import { untilAborted } from '../interruption.js'
import type { TextOrJson } from '../options.js'

export interface ServiceFlags {
  readonly port: number
  readonly data?: string
  readonly fresh: boolean
  /** In seconds. */
  readonly tokenLifetime?: number
  readonly format: TextOrJson
}

/** Runs the local service until Ctrl-C. */
export const runService = async (flags: ServiceFlags, context: CommandContext): Promise<void> => {
  const { out, note, noteStyles, outStyles } = context
  const dataFolder =
    flags.data === undefined ? serviceDataFolder(context.environment) : resolve(context.cwd, flags.data)
  const warn = (line: string): void => note(`${noteStyles.yellow('warning')} ${safeLine(line)}`)
  const onDefect = (error: unknown): void => note(`${noteStyles.red('error')} ${traceOfError(error)}`)
  const service = await startService({
    port: flags.port,
    dataFolder,
    fresh: flags.fresh,
    ...(flags.tokenLifetime === undefined ? {} : { tokenLifetimeSeconds: flags.tokenLifetime }),
    log:
      flags.format === 'json'
        ? (event) => out(jsonLine(event))
        : (event) => out(`${describeEvent(event, outStyles)}\n`),
    warn,
    // Loaded when somebody opens a mini app.
    createRunner: async () => {
      const { BrowserAppRunner } = await import('../../simulator/server/real-runs/browser-app-runner.js')
      return new BrowserAppRunner({ onNotice: warn, onDefect })
    },
    onDefect,
    ...simulatorOf(context),
  })
  if (service.moved) note(`Port ${flags.port} is in use; using ${new URL(service.baseUrl).port} instead.`)
  const url = `${service.baseUrl}/`
  if (flags.format === 'json')
    out(
      jsonLine({
        event: 'ready',
        url,
        baseUrl: service.baseUrl,
        clientId: service.clientId,
        data: dataFolder,
        control: service.control,
        token: service.token,
      }),
    )
  else out(`${introduction(service, url, dataFolder, outStyles)}\n`)
  await untilAborted(context.interrupted)
  await service.stop()
}

/** The simulator that `npm start` runs beside the service. */
const simulatorOf = ({ environment }: CommandContext): { readonly simulatorUrl?: string } => {
  const given = environment['MINIAPP_SIMULATOR_URL'] ?? ''
  return /^http:\/\/localhost:\d+\/$/.test(given) ? { simulatorUrl: given } : {}
}

const introduction = (
  service: { readonly baseUrl: string; readonly clientId: string; readonly posts: number },
  url: string,
  dataFolder: string,
  { bold, cyan, dim }: Styles,
): string => {
  const posts = service.posts === 0 ? '' : ` (${service.posts} ${service.posts === 1 ? 'post' : 'posts'})`
  return `
  ${bold('Local service')}  ${cyan(url)}

  ${dim('Client ID')}  ${service.clientId}
  ${dim('Data')}       ${safeLine(dataFolder)}${posts}
  ${dim('Sign in')}    miniapp login --base-url ${service.baseUrl} --client-id ${service.clientId} --scope write:post write:media

  ${dim('Press Ctrl-C to stop.')}
`
}

/** One line per event; its texts may come from an app and are untrusted. */
const describeEvent = (event: ServiceEvent, { dim, green, yellow }: Styles): string => {
  const time = dim(new Date().toTimeString().slice(0, 8))
  switch (event.event) {
    case 'code-requested':
      return `${time} ${safeLine(event.app)} asks for ${event.scopes.join(', ')}`
    case 'connected':
      return `${time} ${green('connected')} ${safeLine(event.app)}: ${event.scopes.join(', ')}`
    case 'disconnected':
      return `${time} ${yellow('disconnected')} ${safeLine(event.app)}`
    case 'narrowed':
      return `${time} ${yellow('permissions changed')} ${safeLine(event.app)}: ${event.off.length === 0 ? 'all on' : `off: ${event.off.join(', ')}`}`
    case 'paused':
      return `${time} ${yellow(event.paused ? 'paused' : 'resumed')} all connected apps`
    case 'denied':
      return `${time} ${yellow('denied')} ${safeLine(event.app)}`
    case 'refused':
      return `${time} ${yellow(`refused ${event.operation}`)} (${event.status}): ${safeLine(event.reason)}`
    case 'unknown-fields':
      return `${time} ${yellow('ignored')} ${event.fields.map(safeLine).join(', ')}: ${event.operation} has no such ${event.fields.length === 1 ? 'field' : 'fields'} (${safeLine(event.app)})`
    case 'fault':
      return `${time} ${yellow(`fault ${event.fault}`)} at ${safeLine(event.path)}`
    case 'read':
      return `${time} ${dim(`${event.operation} by ${safeLine(event.app)}`)}`
    case 'uploaded':
      return `${time} ${green('uploaded')} ${event.id} (${event.type}) by ${safeLine(event.app)}`
    case 'story':
      return `${time} ${green('story')} ${event.id} (${event.type}) by ${safeLine(event.app)}`
    case 'opened':
      return `${time} ${green(event.test ? 'test run' : 'opened')} ${safeLine(event.app)} ${event.version} by ${safeLine(event.member)}`
    case 'shared':
      return `${time} ${green('shared')} ${event.to === 'chat' ? 'into a chat' : `as a ${event.to}`} from ${safeLine(event.app)} by ${safeLine(event.member)}`
    case 'set-aside':
      return `${time} ${yellow('data')} ${safeLine(event.words)}`
    case 'posted':
      return `${time} ${green('posted')} ${event.id} (${event.rating}) by ${safeLine(event.app)}`
  }
}
