/**
 * The rules whose findings are allowed in a bundle: those of `--allow`, and those of its project's `package.json`.
 * @param bundle a zip has no project
 * @throws {Failure} `usage` where one of them is not a rule
 */
export const allowedRules = async (
  flag: readonly string[] = [],
  bundle: { readonly kind: 'folder' | 'zip'; readonly path: string },
  cwd: string,
): Promise<readonly string[]> => {
  await requireAllowFlag(flag)
  if (bundle.kind === 'zip') return flag
  const { allowedInPackage } = await import('../bundle/package-settings.js')
  const project = await allowedInPackage(bundle.path, cwd)
  await requireKnown(project, '"allow" in package.json names')
  return [...flag, ...project]
}

/** @throws {Failure} `usage` where a rule of `--allow` is not one */
export const requireAllowFlag = (flag: readonly string[] = []): Promise<void> =>
  requireKnown(flag, '--allow names')

/** Most projects allow nothing: they need no list of rules. */
const requireKnown = async (allow: readonly string[], place: string): Promise<void> => {
  if (allow.length === 0) return
  const { requireEveryRule } = await import('./run-rules.js')
  requireEveryRule(allow, place)
}
