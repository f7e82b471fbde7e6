import { VERSION } from '../../version.js'
import type { CheckResult, ProblemLevel } from '../problem.js'
import { RULES } from '../rules/index.js'

const LEVELS = {
  error: 'error',
  flag: 'warning',
  warning: 'warning',
  info: 'note',
} as const satisfies Record<ProblemLevel, string>

/** The results as a SARIF 2.1.0 log, one run a path, for code scanning. */
export const sarifReport = (results: readonly CheckResult[]): string => {
  const rules = RULES.map(({ id, level, breach, why, mend }) => ({
    id,
    shortDescription: { text: breach },
    fullDescription: { text: why },
    help: { text: mend },
    defaultConfiguration: { level: LEVELS[level] },
  }))
  const runs = results.map(({ path, kind, problems }) => ({
    tool: { driver: { name: 'miniapp', version: VERSION, rules } },
    results: problems.map((problem) => ({
      ruleId: problem.rule,
      level: LEVELS[problem.level],
      message: { text: problem.fix === '' ? problem.message : `${problem.message} ${problem.fix}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: artifactUri(path, kind, problem.file) },
            ...(problem.line === null
              ? {}
              : {
                  region: {
                    startLine: problem.line,
                    ...(problem.column === null ? {} : { startColumn: problem.column }),
                  },
                }),
          },
        },
      ],
    })),
  }))
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs }, null, 2)}\n`
}

/** A file's place as a relative URI; what is inside a zip is blamed on the zip. */
const artifactUri = (path: string, kind: CheckResult['kind'], file: string | null): string =>
  repositoryPath(path, kind, file).split('/').map(encodeURIComponent).join('/')

/** Where a person finds the file of a problem. */
export const repositoryPath = (path: string, kind: CheckResult['kind'], file: string | null): string => {
  const top = path
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '')
  if (kind === 'zip' || file === null) return top === '.' || top === '' ? 'manifest.json' : top
  return top === '.' || top === '' ? file : `${top}/${file}`
}
