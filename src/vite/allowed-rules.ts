import { resolve } from 'node:path'
import type { ResolvedConfig } from 'vite'
import { allowedInPackage } from '../bundle/package-settings.js'
import { requireRules } from '../check/allow.js'
import { RULES } from '../check/rules/index.js'

/**
 * The rules whose findings are allowed in a build: those of the plugin's options, and those of the project.
 * @throws {Failure} `usage` where one of them is not a rule
 */
export const allowedRules = async (
  options: readonly string[],
  { root, build }: Pick<ResolvedConfig, 'root' | 'build'>,
): Promise<readonly string[]> => {
  const project = [
    ...(await allowedInPackage(root, root)),
    ...(await allowedInPackage(resolve(root, build.outDir), root)),
  ]
  const ids = RULES.map(({ id }) => id)
  // Those of `miniapp test` are for it to judge.
  const ofCheck = (rules: readonly string[]): readonly string[] =>
    rules.filter((id) => !id.startsWith('run/'))
  requireRules(ofCheck(options), ids, 'miniapp: `allow` names')
  requireRules(ofCheck(project), ids, 'miniapp: "allow" in package.json names')
  return [...options, ...project]
}
