/**
 * The library: `import { check, pack, openFolder, openZip } from 'miniapp'`. Prints nothing and never exits.
 */
export type { Bundle, BundleFault, BundleFile, LeftOut } from './bundle/bundle.js'
export { BundleReadError } from './bundle/bundle.js'
export { openFolder } from './bundle/folder.js'
export { openZip } from './bundle/zip-reader.js'
export type { CheckOptions } from './check/options.js'
export type {
  AllowedRule,
  CheckResult,
  Impact,
  Problem,
  ProblemLevel,
  Review,
  SourcePlace,
} from './check/problem.js'
export { check } from './check/run.js'
export { Failure, type FailureKind } from './failure.js'
export type { OptimizedFile } from './pack/optimize.js'
export {
  type PackedFile,
  type PackedZip,
  type PackOptions,
  type PackProgress,
  type PackResult,
  pack,
} from './pack/pack.js'
