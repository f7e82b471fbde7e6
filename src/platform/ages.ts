/** Age ratings, and who may open apps with which rating (2.2, 5). */

/** The ratings, from the least to the most restrictive (2.2). */
export const AGE_RATINGS = ['4+', '9+', '13+', '16+', '18+'] as const
export type AgeRating = (typeof AGE_RATINGS)[number]

/** The kinds of person that a host distinguishes (5). */
export const PERSON_KINDS = ['adult', '16-17', '13-15', 'under-13', 'no-birth-date', 'signed-out'] as const
export type PersonKind = (typeof PERSON_KINDS)[number]

/** The kinds as pages show them. */
export const PERSON_WORDS = {
  adult: 'Adult',
  '16-17': '16–17',
  '13-15': '13–15',
  'under-13': 'Under 13',
  'no-birth-date': 'No birth date',
  'signed-out': 'Signed out',
} as const satisfies Record<PersonKind, string>

/** The highest rating that each kind of person may open (5). */
export const HIGHEST_RATING = {
  adult: '18+',
  '16-17': '16+',
  '13-15': '13+',
  'under-13': '13+',
  'no-birth-date': '13+',
  'signed-out': '13+',
} as const satisfies Record<PersonKind, AgeRating>

/** Whether this kind of person may open an app with this rating, apart from guardian switches (5). */
export const mayOpenRating = (person: PersonKind, rating: AgeRating): boolean =>
  AGE_RATINGS.indexOf(rating) <= AGE_RATINGS.indexOf(HIGHEST_RATING[person])

/** Whether a guardian's switches apply to this kind of person (5). */
export const isChild = (person: PersonKind): boolean =>
  person === '16-17' || person === '13-15' || person === 'under-13'

/** The kind of a person of this age, in whole years (5). */
export const personOfAge = (age: number): PersonKind => {
  if (age >= 18) return 'adult'
  if (age >= 16) return '16-17'
  return age >= 13 ? '13-15' : 'under-13'
}
