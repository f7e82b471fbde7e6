import type { Authority } from '../../publish/sign-in/authorization-server.js'
import type { CommandContext } from '../context.js'
import { askYes } from './ask.js'

/**
 * Whether to go on with `login --browser`. Over SSH the browser is on another machine, so its redirect does not
 * arrive here without port forwarding: a code needs none.
 */
export const prefersBrowser = async (
  { server }: Authority,
  port: number,
  context: CommandContext,
): Promise<boolean> => {
  if (!isRemote(context.environment)) return true
  const { note, noteStyles } = context
  note(
    `${noteStyles.yellow('!')} You are connected over SSH, and your browser must reach port ${port} of this machine: connect with ssh -L ${port}:localhost:${port}.`,
  )
  if (server.device_authorization_endpoint === undefined) return true
  if (!context.interactive) {
    note('Without --browser, you can sign in with a code from any device.')
    return true
  }
  return !(await askYes('Sign in with a code instead, from any device?', context))
}

/** sshd sets these for every session, but sudo and some shells keep only one of them. */
const isRemote = (environment: CommandContext['environment']): boolean =>
  ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some((name) => (environment[name] ?? '') !== '')
