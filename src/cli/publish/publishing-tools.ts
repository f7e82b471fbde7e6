import { usageFailure } from '../../failure.js'
import { SECOND_MS } from '../../platform/units.js'
import { systemClock } from '../../publish/clock.js'
import { openDrafts } from '../../publish/drafts.js'
import type { CallContext } from '../../publish/requests/authorized-call.js'
import { boundedFetch } from '../../publish/requests/bounded-fetch.js'
import { systemFetch } from '../../publish/requests/system-fetch.js'
import { systemKeyStore } from '../../publish/system-key-store.js'
import { configFolder } from '../../publish/token-store/config-folder.js'
import { keyStoreTokens } from '../../publish/token-store/key-store-tokens.js'
import { tokenFile } from '../../publish/token-store/token-file.js'
import { isProfileName } from '../../publish/token-store/token-store.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'

export type PublishingTools = ReturnType<typeof publishingTools>

/** What the publishing commands use: the network, a clock, and the stores of sign-ins and drafts. */
export const publishingTools = (context: CommandContext) => {
  const { environment } = context
  const folder = configFolder(environment)
  const warn = (line: string): void =>
    context.note(`${context.noteStyles.yellow('warning')} ${safeLine(line)}`)
  return {
    fetch: boundedFetch(systemFetch(environment)),
    clock: systemClock,
    store: keyStoreTokens(
      tokenFile(folder, systemClock.now, warn),
      folder,
      () => systemKeyStore(environment, process.platform),
      warn,
    ),
    drafts: openDrafts(folder, systemClock.now, warn),
  }
}

/** @throws {Failure} `usage` for an invalid profile name */
export const readProfileName = (name: string): string => {
  if (isProfileName(name)) return name
  throw usageFailure(
    `${JSON.stringify(name)} is not a valid profile name.`,
    'Use up to 64 letters, digits, ".", "_" or "-", starting with a letter or digit.',
  )
}

export interface AnswerTimeoutFlag {
  /** In seconds. */
  readonly answerTimeout?: number
}

/** The context of an API call; announces when the service asks to wait. */
export const callContext = (
  { fetch, clock }: PublishingTools,
  context: CommandContext,
  flags: AnswerTimeoutFlag = {},
): CallContext => ({
  fetch,
  clock,
  signal: context.interrupted,
  ...(flags.answerTimeout === undefined ? {} : { answerTimeoutMs: flags.answerTimeout * SECOND_MS }),
  onBackOff: (milliseconds) =>
    context.note(`Rate limited. Retrying in ${Math.ceil(milliseconds / 1_000)} s.`),
})
