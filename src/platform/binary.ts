/** Bytes that travel by structured clone, not as JSON (4); said without the DOM's types. */
export interface Binary {
  readonly size: number
  readonly type: string
}
