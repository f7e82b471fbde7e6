import type { BundleFault } from './bundle.js'

/** What can be wrong with a zip's structure; the validator has one rule for each. */
export type ZipFaultKind =
  | 'not-a-zip'
  | 'empty'
  | 'flood'
  | 'ambiguous-structure'
  | 'unaccounted-bytes'
  | 'unsafe-name'
  | 'duplicate-entry'
  | 'contradicting-header'
  | 'overlapping-entries'
  | 'special-entry'
  | 'encrypted'
  | 'unknown-method'

/** A fault of a zip, with what to do about its cause. */
export interface ZipFault extends BundleFault {
  readonly kind: ZipFaultKind
  readonly fix: string
}

/** What is wrong, without the entry that it is wrong with. */
export type ZipFlaw = Omit<ZipFault, 'path'>

export const flaw = (kind: ZipFaultKind, detail: string, fix: string): ZipFlaw => ({ kind, detail, fix })

/** For what only a faulty tool writes, or somebody who means harm: nothing in the files themselves can be changed. */
export const PACK_ANEW = 'Create the zip again from the original files, for example with `miniapp pack`.'
