import { expect, it } from 'vitest'
import { refuseWindowsFolder } from '../../src/bundle/windows-name.js'

it.each([
  ['C:\\games\\con', 'named "con": CON is the name of a device', '_con'],
  ['C:\\Aux.d\\hello', 'named "Aux.d": AUX is the name of a device', '_Aux.d'],
  ['//server/share/com1', 'named "com1": COM1 is the name of a device', '_com1'],
  ['C:\\games\\hello..', '"hello.." ends in a dot, which Windows drops', 'hello'],
])('a project is not started where Windows cannot make its folder: %s', (folder, why, better) => {
  expect(() => refuseWindowsFolder(folder, 'win32')).toThrow(
    expect.objectContaining({
      kind: 'usage',
      message: expect.stringContaining(why),
      remedy: `Name another folder, for example ${better}.`,
    }),
  )
})

it.each(['C:\\', 'C:\\games\\console', 'C:\\games\\com10', 'C:\\games\\a.con', '\\\\?\\C:\\hello'])(
  'any other folder is fine: %s',
  (folder) => {
    expect(() => refuseWindowsFolder(folder, 'win32')).not.toThrow()
  },
)

it('other systems have no such names', () => {
  expect(() => refuseWindowsFolder('/games/con', 'linux')).not.toThrow()
})
