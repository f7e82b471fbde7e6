/** The profile of a person who has one sign-in only. */
export const DEFAULT_PROFILE = 'default'

/** The option that names a profile in a command to run, after a space; empty for the default one. */
export const profileFlag = (profile: string): string =>
  profile === DEFAULT_PROFILE ? '' : ` --profile ${profile}`
