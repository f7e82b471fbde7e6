/** The result of one check of the machine. */
export interface Finding {
  /** A stable name, for scripts. */
  readonly id: string
  /** What was checked, in a word or two. */
  readonly title: string
  /** `failure`: a command cannot work; `warning`: part of one cannot; `skipped`: there was nothing to check. */
  readonly level: 'ok' | 'warning' | 'failure' | 'skipped'
  /** What was found: one line. */
  readonly found: string
  /** The fix: one imperative sentence; null if nothing needs fixing. */
  readonly fix: string | null
}

/** Checks one thing. It throws only for bugs: a problem of the machine is a finding. */
export type Examination = () => Finding | Promise<Finding>
