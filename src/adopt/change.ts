/** What was done to a file while a game was adopted; every one is told to the person. */
export interface Change {
  readonly kind: ChangeKind
  /** The file's path in the new project. */
  readonly file: string
  /** From 1, in the file as it was written; null where the change is the file as a whole. */
  readonly line: number | null
  /** What stood there before; null where nothing did. */
  readonly from: string | null
  /** What stands there now; null where it was taken out. */
  readonly to: string | null
  /** Why, in a few words. */
  readonly why: string
}

/** The kinds in the order in which they are told, each with its heading. */
export const CHANGE_KINDS = {
  sdk: 'The SDK was put in',
  brought: 'Files were brought along from outside the folder',
  renamed: 'Files were renamed',
  encoding: 'Files were written as UTF-8',
  address: 'Addresses were mended',
  removed: 'Elements and attributes were taken out',
  crossorigin: 'crossorigin was set',
} as const

export type ChangeKind = keyof typeof CHANGE_KINDS

/** A file that was not taken along. */
export interface LeftBehind {
  readonly path: string
  /** In plain words. */
  readonly why: string
}
