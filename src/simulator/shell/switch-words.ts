import type { Switches } from '../../host/control/switches.js'
import { DEFAULT_SWITCHES } from '../../host/control/switches.js'

export const PERSON_WORDS = {
  adult: 'Adult',
  '16-17': '16–17',
  '13-15': '13–15',
  'under-13': 'Under 13',
  'no-birth-date': 'No birth date',
  'signed-out': 'Signed out',
} as const satisfies Record<Switches['person'], string>

export const PLATFORM_WORDS = { web: 'Web', ios: 'iOS', android: 'Android' } as const satisfies Record<
  Switches['platform'],
  string
>

/** A short description of a seat: how its user and device differ from the defaults. */
export const describeSeat = (switches: Switches): string =>
  [
    switches.person === DEFAULT_SWITCHES.person ? null : PERSON_WORDS[switches.person],
    switches.platform === DEFAULT_SWITCHES.platform ? null : PLATFORM_WORDS[switches.platform],
    switches.theme === DEFAULT_SWITCHES.theme ? null : switches.theme,
    switches.locale === DEFAULT_SWITCHES.locale ? null : switches.locale,
    switches.visible ? null : 'away',
    switches.network.offline ? 'offline' : null,
  ]
    .filter((word) => word !== null)
    .join(' · ')
