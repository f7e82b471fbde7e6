/** The profile used when none is named. */
export const DEFAULT_PROFILE = 'default'

/** The `--profile` option for a command to run, with a leading space; empty for the default profile. */
export const profileFlag = (profile: string): string =>
  profile === DEFAULT_PROFILE ? '' : ` --profile ${profile}`
