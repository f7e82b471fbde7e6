import type { CheckResult, Problem, ProblemLevel } from '../../../check/problem.js'
import { CopyButton } from '../controls/copy-button.js'
import { ScrollArea } from '../controls/scroll-area.js'
import { placeOf } from '../diagnosis.js'
import { ReviewVerdict } from './review-verdict.js'

const LEVEL_NAMES = {
  error: 'Error',
  flag: 'Waits for an admin',
  warning: 'Warning',
  info: 'Note',
} as const satisfies Record<ProblemLevel, string>

/** What `check` says about the bundle as it is on disk now. */
export const ProblemsPanel = ({ result }: { readonly result: CheckResult | null }) => {
  if (result === null) return <p class="empty">Checking …</p>
  return (
    <ScrollArea className="scroll-panel" label="Problems found">
      <ReviewVerdict review={result.review} />
      {result.problems.length === 0 ? (
        <p class="empty">No problem found in {result.totals.files} files.</p>
      ) : (
        byFile(result.problems).map(([file, problems]) => (
          <section key={file} class="problem-file" aria-label={file}>
            <h2 class="mono">{file}</h2>
            <ul>
              {problems.map((problem) => (
                <ProblemItem
                  key={`${problem.rule} ${problem.line} ${problem.column} ${problem.pointer} ${problem.message}`}
                  problem={problem}
                />
              ))}
            </ul>
          </section>
        ))
      )}
    </ScrollArea>
  )
}

const ProblemItem = ({ problem }: { readonly problem: Problem }) => {
  const place = placeOf(problem)
  return (
    <li class={`problem problem-${problem.level}`}>
      <div class="problem-head">
        <span class={`level level-${problem.level}`}>{LEVEL_NAMES[problem.level]}</span>
        {problem.line !== null && (
          <span class="mono">
            {problem.line}
            {problem.column === null ? '' : `:${problem.column}`}
          </span>
        )}
        {problem.pointer !== null && problem.pointer !== '' && <code>{problem.pointer}</code>}
        <span class="spring" />
        {place !== null && <CopyButton label="Copy place" text={() => place} />}
      </div>
      <p>{problem.message}</p>
      {problem.fix !== '' && <p class="fix">{problem.fix}</p>}
      <p class="muted small">
        <span class="mono">{problem.rule}</span>
        {problem.spec !== '' && ` · section ${problem.spec}`}
      </p>
    </li>
  )
}

/** The problems by file, in the order they came in. */
const byFile = (problems: readonly Problem[]): readonly (readonly [string, readonly Problem[]])[] => {
  const files = new Map<string, Problem[]>()
  for (const problem of problems) {
    const file = problem.file ?? 'The bundle as a whole'
    const list = files.get(file)
    if (list === undefined) files.set(file, [problem])
    else list.push(problem)
  }
  return [...files]
}
