import { resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { openFolder, readIgnoreFile } from '../bundle/folder.js'
import { leaveOut } from '../bundle/left-out.js'
import { allowedInPackage } from '../bundle/package-settings.js'
import { requireRules } from '../check/allow.js'
import type { CheckOptions } from '../check/options.js'
import { sourceLines } from '../check/report/source-lines.js'
import { textReport } from '../check/report/text.js'
import { RULES } from '../check/rules/index.js'
import { check } from '../check/run.js'
import { Failure } from '../failure.js'
import { styles, wantsColour } from '../terminal/style.js'
import { columnsOf } from '../terminal/wrap-text.js'

/** Checks the build by every rule. What the service would refuse fails a build, and is reported when watching. */
export const checkPlugin = (strict: boolean, allow: readonly string[]): Plugin => {
  let config: ResolvedConfig
  /** Whether there is something to check: a failed build wrote nothing. */
  let written = false
  const { hooks, sourceMaps } = hiddenMaps(() => config.publicDir)
  return {
    name: 'miniapp:check',
    apply: 'build',
    enforce: 'post',
    ...hooks,
    configResolved: (resolved) => {
      config = resolved
    },
    writeBundle: () => {
      written = true
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!written) return
        written = false
        const bundle = await openFolder(resolve(config.root, config.build.outDir))
        try {
          const allowed = await allowedRules(allow, config)
          const result = await check(bundle, { strict, allow: allowed, sourceMaps })
          // `miniapp check` reports notes too. A build reports only what needs a fix.
          const problems = result.problems.filter(({ level }) => level !== 'info')
          const fails = !result.ok && config.build.watch === null
          if (problems.length > 0)
            // `--logLevel error` leaves out what the command after a build says as well, but never why a build fails.
            config.logger[fails ? 'error' : 'info'](
              await textReport(
                { ...result, problems },
                {
                  styles: styles(wantsColour(process.stdout.isTTY === true, process.env, false)),
                  columns: columnsOf(process.stdout),
                  wraps: process.stdout.isTTY === true,
                  sourceLine: sourceLines(bundle),
                },
              ),
            )
          if (fails)
            throw new Failure(
              'refused',
              result.review === 'refused'
                ? 'miniapp: the service would refuse this build.'
                : 'miniapp: this build has warnings or flags, and `strict` is set.',
              'Fix the problems above.',
            )
        } catch (error) {
          throw error instanceof Failure ? inWords(error) : error
        } finally {
          await bundle.close()
        }
      },
    },
  }
}

/** What Vite prints of a failure: it shows the stack of an error, and no remedy. */
const inWords = ({ message, remedy }: Failure): Error => {
  const error = new Error(remedy === undefined ? message : `${message} ${remedy}`)
  error.stack = error.message
  return error
}

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

/**
 * Source maps of a build whose settings want none, so that what is found in its output names the source. They are kept
 * where `.miniappignore` leaves them out of the zip, for the commands that read the build; elsewhere none is written.
 * They take a tenth of a build's time; its other files are the same.
 * @param publicFolder where that file is; empty for nowhere
 */
const hiddenMaps = (
  publicFolder: () => string,
): {
  readonly hooks: Pick<Plugin, 'config' | 'onLog' | 'generateBundle'>
  readonly sourceMaps: NonNullable<CheckOptions['sourceMaps']>
} => {
  let isOurs = false
  let mayStay = false
  const maps = new Map<string, { toString(): string }>()
  return {
    hooks: {
      config: ({ build }) => {
        mayStay = build?.sourcemap === undefined
        isOurs = mayStay || build?.sourcemap === false
        return isOurs ? { build: { sourcemap: 'hidden' } } : null
      },
      // Who asked for no maps need not hear that a plugin makes them wrong.
      onLog: (_, { code }) => (isOurs && code === 'SOURCEMAP_BROKEN' ? false : undefined),
      generateBundle: {
        order: 'post',
        handler: (_, bundle) => {
          if (!isOurs) return
          const folder = publicFolder()
          const leavesOut = leaveOut(folder === '' ? null : readIgnoreFile(folder))
          maps.clear()
          for (const output of Object.values(bundle)) {
            if (output.type !== 'chunk' || output.map === null) continue
            maps.set(output.fileName, output.map)
            const path = output.sourcemapFileName ?? `${output.fileName}.map`
            if (mayStay && leavesOut(path, 'file') !== null) continue
            output.map = null
            delete bundle[path]
          }
        },
      },
    },
    sourceMaps: (path) => maps.get(path)?.toString() ?? null,
  }
}
