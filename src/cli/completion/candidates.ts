import type { Argument, Command, Option } from 'commander'

/** One way to go on, and what it means. */
export interface Candidate {
  readonly value: string
  readonly description: string
}

/** How a word can go on: what the command line knows, and whether the shell offers files or folders too. */
export interface Completion {
  readonly candidates: readonly Candidate[]
  readonly paths: 'files' | 'folders' | 'none'
}

/** The values of what the command line itself has no list of: rules, templates. Null where it knows none either. */
export type ValuesOf = (
  command: string,
  place: Argument | Option,
) => Promise<readonly Candidate[]> | readonly Candidate[] | null

/**
 * How the last of some words can go on.
 * @param words what follows the program's name, up to the word under the cursor, which may be empty
 */
export const complete = async (
  program: Command,
  words: readonly string[],
  valuesOf: ValuesOf,
): Promise<Completion> => {
  // Bash takes `--format=json` apart at the sign, and replaces what stands after it alone.
  const split = words.includes('=')
  const joined = split ? joinAtEquals(words) : [...words]
  const current = joined.pop() ?? ''
  const before = read(program, joined)
  const { command, onlyArguments } = before
  if (before.awaits !== null && !(before.awaits.variadic && current.startsWith('-')))
    return matching(current, await valuesAt(command, before.awaits, valuesOf), kindOfPath(before.awaits))
  if (!onlyArguments && current.startsWith('-')) {
    const [flag = '', value] = splitAtEquals(current)
    const option = value === undefined ? undefined : optionNamed(command, flag)
    if (option !== undefined && takesValue(option)) {
      const { candidates, paths } = matching(
        value ?? '',
        await valuesAt(command, option, valuesOf),
        kindOfPath(option),
      )
      return split
        ? { candidates, paths }
        : {
            candidates: candidates.map((one) => ({ ...one, value: `${flag}=${one.value}` })),
            // A shell completes paths of a whole word alone.
            paths: 'none',
          }
    }
    return matching(current, flagsOf(command, joined), 'none')
  }
  if (command === program && !onlyArguments) return matching(current, commandsOf(program), 'none')
  if (command.name() === 'help') return matching(current, commandsOf(program), 'none')
  const argument = argumentAt(command, before.given)
  if (argument === undefined) return { candidates: [], paths: 'none' }
  return matching(current, await valuesAt(command, argument, valuesOf), kindOfPath(argument))
}

interface Before {
  readonly command: Command
  /** How many arguments of the command there are already. */
  readonly given: number
  /** The flag whose value the current word is. */
  readonly awaits: Option | null
  /** After `--`, nothing is a flag any more. */
  readonly onlyArguments: boolean
}

/** What the words before the current one make of it. */
const read = (program: Command, words: readonly string[]): Before => {
  let command = program
  let given = 0
  let awaits: Option | null = null
  let variadic: Option | null = null
  let onlyArguments = false
  for (const word of words) {
    if (awaits !== null) {
      variadic = awaits.variadic ? awaits : null
      awaits = null
    } else if (onlyArguments) given += 1
    else if (word === '--') {
      onlyArguments = true
      variadic = null
    } else if (word.startsWith('-') && word !== '-') {
      variadic = null
      const [flag = '', value] = splitAtEquals(word)
      const option = optionNamed(command, flag)
      if (option !== undefined && takesValue(option) && value === undefined) awaits = option
    } else if (variadic === null) {
      const next: Command | undefined =
        command === program
          ? visibleCommands(program).find((candidate) => candidate.name() === word)
          : undefined
      if (next === undefined) given += 1
      else command = next
    }
  }
  return { command, given, awaits: awaits ?? variadic, onlyArguments }
}

const valuesAt = async (
  command: Command,
  place: Argument | Option,
  valuesOf: ValuesOf,
): Promise<readonly Candidate[]> =>
  place.argChoices?.map((value) => ({ value, description: '' })) ??
  (await valuesOf(command.name(), place)) ??
  []

/** What a flag or argument is the path of, by the name that the help gives its value. */
const kindOfPath = (place: Argument | Option): Completion['paths'] => {
  const name = 'flags' in place ? (/[<[]([\w-]+)/.exec(place.flags)?.[1] ?? '') : place.name()
  if (name === 'dir') return 'folders'
  return name === 'path' || name === 'file' ? 'files' : 'none'
}

const argumentAt = (command: Command, index: number): Argument | undefined => {
  const { registeredArguments } = command
  const last = registeredArguments.at(-1)
  return registeredArguments[index] ?? (last?.variadic === true ? last : undefined)
}

const visibleCommands = (program: Command): readonly Command[] =>
  program.createHelp().visibleCommands(program)

const commandsOf = (program: Command): readonly Candidate[] =>
  visibleCommands(program).map((command) => ({
    value: command.name(),
    description: command.summary() || command.description(),
  }))

/** The flags of a command that are not given yet; one that takes several values can be given again. */
const flagsOf = (command: Command, words: readonly string[]): readonly Candidate[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => option.variadic || !(isGiven(words, option.long) || isGiven(words, option.short)))
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }))

const isGiven = (words: readonly string[], flag: string | undefined): boolean =>
  flag !== undefined && words.some((word) => word === flag || word.startsWith(`${flag}=`))

const optionNamed = (command: Command, flag: string): Option | undefined =>
  command
    .createHelp()
    .visibleOptions(command)
    .find(({ long, short }) => long === flag || short === flag)

const takesValue = (option: Option): boolean => option.required || option.optional

const splitAtEquals = (word: string): readonly [string, string?] => {
  const at = word.indexOf('=')
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

const joinAtEquals = (words: readonly string[]): string[] => {
  const joined: string[] = []
  for (const [index, word] of words.entries()) {
    const last = joined.at(-1)
    if (last?.startsWith('--') === true && (word === '=' || words[index - 1] === '='))
      joined[joined.length - 1] = last + word
    else joined.push(word)
  }
  return joined
}

const matching = (
  current: string,
  candidates: readonly Candidate[],
  paths: Completion['paths'],
): Completion => ({ candidates: candidates.filter(({ value }) => value.startsWith(current)), paths })
