/** Bytes that are sent by structured clone, not as JSON (4). Without the DOM's types. */
export interface Binary {
  readonly size: number
  readonly type: string
}
