import { Failure } from '../../failure.js'
import { RATING_NAMES, RATINGS, type Rating } from '../../platform/publishing.js'
import type { CommandContext } from '../context.js'
import { EXIT_CODES } from '../exit-codes.js'

/** The prompts, which are loaded when something is asked. */
const load = () => import('@clack/prompts')

/**
 * The prompts of `post`, on stderr: stdout carries only the result.
 * @throws {Failure} `interrupted`
 */
export const askRating = async (context: CommandContext): Promise<Rating> => {
  const { isCancel, select } = await load()
  const answer = await select<Rating>({
    message: 'How do you rate the content? If unsure, choose the stricter rating.',
    options: RATING_NAMES.map((value) => ({ value, label: value, hint: RATINGS[value] })),
    ...streams(context),
  })
  return isCancel(answer) ? interrupted() : answer
}

export const askReason = async (what: 'post' | 'story', context: CommandContext): Promise<string> => {
  const { isCancel, text } = await load()
  const answer = await text({
    message: `Why this rating? One sentence is enough; it is recorded with the ${what}.`,
    validate: (typed) => ((typed ?? '').trim() === '' ? 'Give a reason.' : undefined),
    ...streams(context),
  })
  return isCancel(answer) ? interrupted() : answer.trim()
}

export const askYes = async (message: string, context: CommandContext): Promise<boolean> => {
  const { confirm, isCancel } = await load()
  const answer = await confirm({ message, ...streams(context) })
  return isCancel(answer) ? interrupted() : answer
}

/** Whether to publish something; where not, that is said, and the exit code is 1. */
export const askToPublish = async (message: string, context: CommandContext): Promise<boolean> => {
  const isWanted = await askYes(message, context)
  if (!isWanted) {
    context.note('Nothing was sent.')
    context.setExitCode(EXIT_CODES.no)
  }
  return isWanted
}

const streams = (context: CommandContext) => ({
  input: context.stdin,
  output: process.stderr,
  signal: context.interrupted,
})

const interrupted = (): never => {
  throw new Failure('interrupted', 'Interrupted.')
}
