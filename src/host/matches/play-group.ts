import type { Switches } from '../control/switches.js'

/** Whom a person plays with, or, for the developer alone, why nobody: the app is never told (4.8, 5). */
export type PlayGroup = { readonly group: string } | { readonly why: string }

/** Adults play with adults, and children within their age group where it was opened to them and a guardian agreed (4.8). */
export const playGroup = ({ app, multiplayer, person, guardian }: Switches): PlayGroup => {
  if (app !== 'live')
    return { why: `The switch \`app\` is on \`${app}\`, so that there are no matches (3.1).` }
  if (multiplayer === 'off') return { why: 'The switch `multiplayer` is on `off` (4.8).' }
  switch (person) {
    case 'adult':
      return { group: person }
    case '16-17':
    case '13-15':
      if (multiplayer === 'adults')
        return { why: 'The person is a child, and the switch `multiplayer` is on `adults` (4.8).' }
      if (!guardian.online)
        return { why: 'The person is a child whose guardian did not allow playing online (4.8, 5).' }
      return { group: person }
    case 'under-13':
      return { why: 'Children play from 13 years on (4.8).' }
    case 'no-birth-date':
      return { why: 'The person gave no date of birth, so that nobody knows whom they may meet (4.8).' }
    case 'signed-out':
      return { why: 'The person is signed out (4.8).' }
  }
}
