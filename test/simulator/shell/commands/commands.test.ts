import { describe, expect, it } from 'vitest'
import { type Command, findCommands } from '../../../../src/simulator/shell/commands/command.js'
import { type Pressed, readShortcut } from '../../../../src/simulator/shell/commands/shortcuts.js'

const command = (id: string, label: string, more: Partial<Command> = {}): Command => ({
  id,
  group: 'App',
  label,
  key: null,
  available: true,
  run: () => {},
  ...more,
})

const COMMANDS = [
  command('reload', 'Reload the app', { key: 'r' }),
  command('seat', 'Add a seat', { key: 's', group: 'Seats', available: false }),
  command('dark', 'Theme: Dark', { group: 'Device' }),
  command('docs', 'Errors after a reload', { group: 'Docs' }),
]

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
  ...more,
})

describe('the palette', () => {
  const idsFor = (search: string): readonly string[] => findCommands(COMMANDS, search).map(({ id }) => id)

  it('lists what can be done now', () => {
    expect(idsFor('')).toEqual(['reload', 'dark', 'docs'])
  })

  it('finds every word in the label or the group, in any order and letter case', () => {
    expect(idsFor('DARK device')).toEqual(['dark'])
    expect(idsFor('dark docs')).toEqual([])
  })

  it('lists labels that begin with the search first', () => {
    expect(findCommands([...COMMANDS].reverse(), 'reload').map(({ id }) => id)).toEqual(['reload', 'docs'])
  })
})

describe('a key', () => {
  const idOf = (pressed: Pressed, typing = false): string | null => {
    const shortcut = readShortcut(pressed, COMMANDS, typing)
    return shortcut?.kind === 'command' ? shortcut.command.id : (shortcut?.kind ?? null)
  }

  it('runs its command, in either letter case', () => {
    expect(idOf(press('r'))).toBe('reload')
    expect(idOf(press('R'))).toBe('reload')
  })

  it.each([
    ['is text where the user types', press('r'), true],
    ['does nothing while it is held', press('r', { repeat: true }), false],
    ['is left to the browser with Ctrl', press('r', { ctrlKey: true }), false],
    ['is left to the browser with Cmd', press('r', { metaKey: true }), false],
    ['is left to the system with Alt', press('r', { altKey: true }), false],
    ['is left to the control that took it', press('r', { defaultPrevented: true }), false],
    ['does nothing if its command cannot be done now', press('s'), false],
    ['does nothing if it has no command', press('x'), false],
  ])('%s', (_what, pressed, typing) => {
    expect(idOf(pressed, typing)).toBeNull()
  })

  it.each([press('k', { ctrlKey: true }), press('K', { metaKey: true })])(
    'opens the palette with Ctrl or Cmd, also where the user types',
    (pressed) => {
      expect(idOf(pressed, true)).toBe('palette')
      expect(idOf(pressed)).toBe('palette')
    },
  )

  it('does not open the palette with both', () => {
    expect(idOf(press('k', { ctrlKey: true, metaKey: true }))).toBeNull()
  })
})
