/** What was done to a file while a game was adopted. Every one is reported. */
export interface Change {
  readonly kind: ChangeKind
  /** The file's path in the new project. */
  readonly file: string
  /** From 1, in the file as it was written; null where the change is the file as a whole. */
  readonly line: number | null
  /** What was there before; null where nothing was. */
  readonly from: string | null
  /** What is there now; null where it was removed. */
  readonly to: string | null
  /** Why, in a few words. */
  readonly why: string
}

/** The kinds in the order in which they are reported, each with its heading, and its count: of one, and of more. */
export const CHANGE_KINDS = {
  sdk: { title: 'SDK added', count: ['the SDK was added', 'the SDK was added # times'] },
  shim: {
    title: 'Browser shim added',
    count: ['the browser shim was added', 'the browser shim was added to # pages'],
  },
  brought: {
    title: 'Files copied from outside the folder',
    count: ['1 file was copied from outside the folder', '# files were copied from outside the folder'],
  },
  unpacked: {
    title: 'Compressed files unpacked',
    count: ['1 compressed file was unpacked', '# compressed files were unpacked'],
  },
  packed: {
    title: 'Large files compressed',
    count: ['1 large file was compressed', '# large files were compressed'],
  },
  renamed: { title: 'Files renamed', count: ['1 file was renamed', '# files were renamed'] },
  encoding: {
    title: 'Encodings changed to UTF-8',
    count: ['1 encoding was changed to UTF-8', '# encodings were changed to UTF-8'],
  },
  address: { title: 'Addresses fixed', count: ['1 address was fixed', '# addresses were fixed'] },
  removed: {
    title: 'Elements and attributes removed',
    count: ['1 element or attribute was removed', '# elements and attributes were removed'],
  },
  crossorigin: {
    title: 'crossorigin set',
    count: ['crossorigin was set on 1 element', 'crossorigin was set on # elements'],
  },
} as const satisfies Record<string, { readonly title: string; readonly count: readonly [string, string] }>

export type ChangeKind = keyof typeof CHANGE_KINDS

/** A file that was left out. */
export interface LeftBehind {
  readonly path: string
  /** In plain words. */
  readonly why: string
}
