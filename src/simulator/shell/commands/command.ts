/** Something that the developer can do in the shell: by a shortcut, from the palette, or both. */
export interface Command {
  readonly id: string
  /** The heading under which the palette lists it. */
  readonly group: string
  readonly label: string
  /** Words that find it, too. */
  readonly otherWords?: string
  /** A key of its own, as in `KeyboardEvent.key`; null if only the palette has it. */
  readonly key: string | null
  /** Whether it can be done now. */
  readonly available: boolean
  readonly run: () => void
}

/** Makes the commands of a group: without a shortcut, and always available, where nothing else is said. */
export const commandsIn =
  (group: string) =>
  (
    id: string,
    label: string,
    run: () => void,
    more: Partial<Pick<Command, 'key' | 'available' | 'otherWords'>> = {},
  ): Command => ({ id, group, label, key: null, available: true, run, ...more })

/** The shortcut of a command for people and for `aria-keyshortcuts`: `R`, `/`. */
export const keyLabel = (key: string): string => key.toUpperCase()

/**
 * The commands that have every word of a search in their label, their group or their other words. Those whose label begins with it
 * come first, then those that have every word in the label or the group.
 */
export const findCommands = (commands: readonly Command[], search: string): readonly Command[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const start = words.join(' ')
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  const isFirst = ({ label }: Command): boolean => start !== '' && label.toLowerCase().startsWith(start)
  const ranks: readonly [Command[], Command[], Command[]] = [[], [], []]
  for (const command of commands) {
    const { available, label, group, otherWords = '' } = command
    if (!available) continue
    const shown = `${group} ${label}`
    if (isFirst(command) && has(shown)) ranks[0].push(command)
    else if (has(shown)) ranks[1].push(command)
    else if (has(`${shown} ${otherWords}`)) ranks[2].push(command)
  }
  return ranks.flat()
}
