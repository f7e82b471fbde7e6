/** One thing that was looked at. */
export interface Finding {
  /** A stable name, for scripts. */
  readonly id: string
  /** What was looked at, in a word or two. */
  readonly title: string
  /** `failure`: a command will not work; `warning`: a part of one will not; `skipped`: there was nothing to look at. */
  readonly level: 'ok' | 'warning' | 'failure' | 'skipped'
  /** What was found: one line. */
  readonly found: string
  /** What to do about it: one imperative sentence; null where nothing is to be done. */
  readonly fix: string | null
}

/** Looks at one thing. It throws for a defect alone: what is wrong with the machine is a finding. */
export type Examination = () => Finding | Promise<Finding>
