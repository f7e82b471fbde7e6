/** Something that the developer can do in the shell: by a shortcut, from the palette, or both. */
export interface Command {
  readonly id: string
  /** The heading under which the palette lists it. */
  readonly group: string
  readonly label: string
  /** A key of its own, as in `KeyboardEvent.key`; null if only the palette has it. */
  readonly key: string | null
  /** Whether it can be done now. */
  readonly available: boolean
  readonly run: () => void
}

/** The shortcut of a command for people and for `aria-keyshortcuts`: `R`, `/`. */
export const keyLabel = (key: string): string => key.toUpperCase()

/** The commands whose label or group has every word of a search, those whose label begins with it first. */
export const findCommands = (commands: readonly Command[], search: string): readonly Command[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const start = words.join(' ')
  const found = commands.filter(({ available, label, group }) => {
    const text = `${group} ${label}`.toLowerCase()
    return available && words.every((word) => text.includes(word))
  })
  const isFirst = ({ label }: Command): boolean => start !== '' && label.toLowerCase().startsWith(start)
  return [...found.filter(isFirst), ...found.filter((command) => !isFirst(command))]
}
