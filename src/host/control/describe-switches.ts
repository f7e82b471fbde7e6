import type { SwitchChange } from './switch-change.js'

/** A change of switches in words: `theme to dark, network latency to 200, guardian pay to off`. */
export const describeSwitches = (change: SwitchChange): string => partsOf(change, '').join(', ')

const partsOf = (change: object, prefix: string): readonly string[] =>
  Object.entries(change).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? partsOf(value, `${prefix}${name} `)
      : [`${prefix}${name} to ${inWords(value)}`],
  )

const inWords = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : value === null ? 'none' : String(value)
