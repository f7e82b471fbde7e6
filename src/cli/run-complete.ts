import type { Command } from 'commander'
import { type Candidate, complete, type ValuesOf } from './completion/candidates.js'
import type { CommandContext } from './context.js'

/** Answers a shell's completion request for the last word. */
export const runComplete = async (
  program: Command,
  words: readonly string[],
  { out }: CommandContext,
): Promise<void> => {
  const { candidates, paths } = await complete(program, words, valuesOf)
  for (const { value, description } of candidates) out(`${value}\t${description}\n`)
  out(`:${paths}\n`)
}

/** Values that are not static choices, loaded on demand. */
const valuesOf: ValuesOf = (command, place) => {
  if (command === 'rules' || place.name() === 'allow') return ruleIds()
  if (command === 'docs' && place.name() === 'topic') return topics()
  if (command === 'init' && place.name() === 'template') return templates()
  return null
}

const ruleIds = async (): Promise<readonly Candidate[]> => {
  const [{ RULES }, { PLAYTEST_RULES }] = await Promise.all([
    import('../check/rules/index.js'),
    import('../playtest/rules.js'),
  ])
  return [...RULES, ...PLAYTEST_RULES].map(({ id, breach }) => ({ value: id, description: breach }))
}

const topics = async (): Promise<readonly Candidate[]> => {
  const { readReference } = await import('./docs/read-reference.js')
  const reference = await readReference()
  return reference.topics.flatMap(({ id, aliases, summary }) =>
    [id, ...aliases].map((value) => ({ value, description: summary })),
  )
}

const templates = async (): Promise<readonly Candidate[]> => {
  const { TEMPLATES } = await import('./init/templates.js')
  return Object.entries(TEMPLATES).map(([value, description]) => ({ value, description }))
}
