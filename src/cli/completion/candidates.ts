import type { Argument, Command, Option } from 'commander'

/** One possible completion and its meaning. */
export interface Candidate {
  readonly value: string
  readonly description: string
}

/** The completions of a word: candidates, and whether the shell should offer files or folders too. */
export interface Completion {
  readonly candidates: readonly Candidate[]
  readonly paths: 'files' | 'folders' | 'none'
}

/** Values that are not static choices: rules, templates. Null for anything else. */
export type ValuesOf = (
  command: string,
  place: Argument | Option,
) => Promise<readonly Candidate[]> | readonly Candidate[] | null

/**
 * Completes the last word.
 * @param words the words after the program name, up to the word under the cursor, which may be empty
 */
export const complete = async (
  program: Command,
  words: readonly string[],
  valuesOf: ValuesOf,
): Promise<Completion> => {
  // Bash splits `--format=json` at the sign and only replaces the part after it.
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
            // Shells only complete paths as whole words.
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
  /** How many arguments are already given. */
  readonly given: number
  /** The flag whose value the current word is. */
  readonly awaits: Option | null
  /** After `--`, every word is an argument. */
  readonly onlyArguments: boolean
}

/** Interprets the words before the current one. */
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

/** Whether a flag or argument takes a file or a folder, by its placeholder in the help. */
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

/** The flags that are not given yet, and those that can be repeated. */
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
