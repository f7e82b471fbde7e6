/** What is kept of a file after its bytes are dropped, for the rules that compare files with each other. */
export interface FileDigest {
  readonly path: string
}
