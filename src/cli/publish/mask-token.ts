import type { CommandContext } from '../context.js'

/**
 * Asks GitHub to hide a token in the rest of the job's log: one from another step's output is not hidden by
 * itself. The runner reads such lines from stderr too, and does not print them.
 */
export const maskToken = (token: string, { environment, note }: CommandContext): void => {
  if (environment['GITHUB_ACTIONS'] === 'true') note(`::add-mask::${token.replaceAll('%', '%25')}`)
}
