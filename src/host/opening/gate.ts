import {
  type AgeRating,
  HIGHEST_RATING,
  isChild,
  mayOpenRating,
  type PersonKind,
} from '../../platform/ages.js'
import type { RequirableFeature } from '../../platform/features.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import { type HasMethod, knowsMethod, workingFeatures } from '../session/features.js'
import type { Gate } from './held-opening.js'

/**
 * The first reason why an app cannot open, or null.
 * @param has the methods of this host, given the sheets that the page can draw
 */
export const gateOf = (app: HostedApp, has: HasMethod, switches: Switches): Gate | null =>
  statusGate(switches) ??
  ageGate(app.ageRating, switches.person) ??
  guardianGate(switches) ??
  featureGate(app, has, switches)

/** A blocked app cannot be opened, and a deleted one no longer exists (3.1). */
const statusGate = ({ app }: Switches): Gate | null => {
  if (app === 'blocked')
    return {
      reason: 'app-blocked',
      words: 'This app is not available at the moment.',
      why: 'The switch `app` is `blocked`: the app cannot be opened (3.1).',
    }
  if (app === 'deleted')
    return {
      reason: 'app-deleted',
      words: 'This app no longer exists.',
      why: 'The switch `app` is `deleted`: its developer deleted the app (3.1).',
    }
  return null
}

const ageGate = (rating: AgeRating, person: PersonKind): Gate | null =>
  mayOpenRating(person, rating)
    ? null
    : {
        reason: 'age',
        words: 'This app is not for your age.',
        why: `The app is rated ${rating}, but ${PEOPLE[person]} can open apps only up to ${HIGHEST_RATING[person]} (5). The switch \`person\` sets the age.`,
      }

/** A guardian turns on mini apps, and allows each one (5). */
const guardianGate = ({ person, guardian }: Switches): Gate | null => {
  if (!isChild(person)) return null
  if (!guardian.miniApps)
    return {
      reason: 'guardian-mini-apps',
      words: 'Ask your guardian to turn on mini apps.',
      why: 'The person is a child whose guardian did not turn on mini apps: the switch `guardian.miniApps` (5).',
    }
  if (!guardian.thisApp)
    return {
      reason: 'guardian-this-app',
      words: 'Ask your guardian to allow this app.',
      why: 'The person is a child whose guardian did not allow this app: the switch `guardian.thisApp` (5).',
    }
  return null
}

/** A host without a feature that the app requires does not open it (2.2). */
const featureGate = (app: HostedApp, has: HasMethod, switches: Switches): Gate | null => {
  const present = presentFeatures(app, has, switches)
  const missing = app.requires.filter((feature) => !present.has(feature))
  if (missing.length === 0) return null
  const names = missing.map((name) => `\`${name}\``).join(', ')
  return {
    reason: 'missing-feature',
    // The person gets only one of these two messages (2.2): the reason is private (5).
    words:
      switches.platform === 'web'
        ? 'This app does not work here: open it in the phone app.'
        : 'This app needs a newer version of the phone app: update it.',
    why: `The manifest requires ${names}, which this host does not offer this person (2.2, 2.5).`,
  }
}

/** The features that this host offers this person. An older host lists none in its context, but has its calls (9). */
const presentFeatures = (
  app: HostedApp,
  has: HasMethod,
  switches: Switches,
): ReadonlySet<RequirableFeature> => {
  const knows: HasMethod = (method) => knowsMethod(method, has, switches)
  return new Set<RequirableFeature>([...workingFeatures(app, knows, switches), 'storage', 'purchases'])
}

const PEOPLE = {
  adult: 'an adult',
  '16-17': 'a person aged 16 to 17',
  '13-15': 'a person aged 13 to 15',
  'under-13': 'a person under 13',
  'no-birth-date': 'a person without a date of birth',
  'signed-out': 'a signed-out visitor',
} as const satisfies Record<PersonKind, string>
