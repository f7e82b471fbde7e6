import { BundleReadError } from '../bundle/bundle.js'
import { SDK_FILE_NAME } from '../sdk/sdk-file.js'
import { SHIM_FILE_NAME } from '../shim/part-names.js'
import { fileName } from './facts/bundle/paths.js'
import type { BundleFacts } from './facts/bundle-facts.js'
import type { FileSummary } from './facts/file-summary.js'
import { loadsSdk, scriptsOfPage } from './facts/modules/module-graph.js'
import { unreachedScripts } from './facts/modules/unreached-scripts.js'
import type { ScriptPart } from './facts/script/part.js'
import { idsIn, namesSetIn, undefinedNames } from './facts/script/undefined-names.js'
import type { Evaluator } from './facts/script/value.js'

/** A script of a page, and what its expressions may come to. */
interface PageScript {
  readonly part: ScriptPart
  readonly values: Evaluator
}

/**
 * The global names that the scripts of a page read and nothing defines. A name that another script of the bundle may define,
 * which something may load, is not among them.
 * @param isUnseen whether a file may hold a script that is not among those of the page
 */
export const undefinedGlobals = async (
  facts: BundleFacts,
  page: FileSummary,
  scripts: readonly PageScript[],
  isUnseen: (path: string) => boolean,
): Promise<ReadonlySet<string>> => {
  const evaluators = scripts.map(({ values }) => values)
  const names = new Set(undefinedNames(evaluators, lacksSdk(facts, page, scripts)))
  // Elements are globals by their ids.
  await drop(names, facts, page.path, idsIn)
  const isElsewhere = (path: string): boolean =>
    /\.m?js$/i.test(path) &&
    fileName(path) !== SHIM_FILE_NAME &&
    facts.summaries.get(path)?.sdk == null &&
    isUnseen(path)
  const elsewhere = names.size === 0 ? [] : [...facts.files.keys()].filter(isElsewhere)
  const unreached = await unreachedScripts(facts, elsewhere)
  let left = MAX_BYTES_SEARCHED
  for (const path of elsewhere) {
    if (unreached.has(path)) continue
    left -= facts.files.get(path)?.bytes ?? 0
    if (left >= 0) await drop(names, facts, path, namesSetIn)
  }
  return names
}

/** So much text is searched for what may define a name. */
const MAX_BYTES_SEARCHED = 30_000_000

/** Whether no element loads an SDK file of the bundle, and no script names one, which could load it. */
const lacksSdk = (facts: BundleFacts, page: FileSummary, scripts: readonly PageScript[]): boolean => {
  const isThere = scriptsOfPage(page).some((one) => loadsSdk(one) && facts.files.has(one.path ?? ''))
  return !isThere && !scripts.some(({ part }) => part.text.includes(SDK_FILE_NAME))
}

/** Takes those of some names out that the text of a file has. */
const drop = async (
  names: Set<string>,
  facts: BundleFacts,
  path: string,
  namesIn: (text: string) => Iterable<string>,
): Promise<void> => {
  if (names.size === 0) return
  try {
    const text = Buffer.from(await facts.bundle.read(path)).toString('utf8')
    for (const name of namesIn(text)) names.delete(name)
  } catch (error) {
    if (!(error instanceof BundleReadError)) throw error
  }
}
