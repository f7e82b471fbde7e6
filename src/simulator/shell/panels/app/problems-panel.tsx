import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { CheckResult, Impact, Problem, ProblemLevel, Review } from '../../../../check/problem.js'
import { CopyButton } from '../../controls/copy-button.js'
import { PlaceLink } from '../../controls/place-link.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import type { Docs } from '../../docs/docs.js'
import { TopicLink } from '../../docs/topic-link.js'
import { TopicBody } from '../../docs/topic-view.js'
import { SectionLink, WithSections, Words } from '../../docs/with-sections.js'
import { placeOf } from '../../seat/diagnosis.js'
import type { RunTimeProblem } from './run-time-problems.js'

const REVIEWS = {
  automatic: {
    tone: 'good',
    text: (version) => `${version} would go live automatically one hour after upload.`,
  },
  admin: { tone: 'flag', text: (version) => `${version} would be accepted and wait for an admin.` },
  refused: { tone: 'error', text: () => 'The service would refuse this version.' },
} as const satisfies Record<Review, { tone: string; text: (version: string) => string }>

/** The finding that the App ID is the one that `init` writes, which the service refuses (2.2). */
const PLACEHOLDER = 'manifest/placeholder-app-id'

/** The review outcome of this version after an upload (3.1), and whether it will run. */
export const ReviewVerdict = ({ result: { review, problems, runs } }: { readonly result: CheckResult }) => {
  const failing = problems.filter(({ impact }) => impact === 'fails-if-used').length
  const { tone, text } = REVIEWS[review]
  const isPlaceholder = problems.some(({ rule }) => rule === PLACEHOLDER)
  return (
    <>
      <p class={`verdict verdict-${tone}`}>
        {text(isPlaceholder ? 'With its own App ID, this version' : 'This version')}
      </p>
      {!runs && <p class="verdict verdict-error">It will not run.</p>}
      {runs && failing > 0 && (
        <p class="verdict verdict-flag">
          It runs, but {failing === 1 ? '1 problem makes a part' : `${failing} problems make parts`} of it
          fail when used.
        </p>
      )}
    </>
  )
}

const WHOLE_BUNDLE = 'Entire bundle'

const LEVEL_NAMES = {
  error: 'Error',
  flag: 'Waits for an admin',
  warning: 'Warning',
  info: 'Note',
} as const satisfies Record<ProblemLevel, string>

const IMPACT_NAMES = {
  breaks: 'Breaks the app',
  'fails-if-used': 'Fails when used',
  degrades: 'Degrades the app',
} as const satisfies Record<Impact, string>

const KIND_NAMES = {
  violation: 'Blocked',
  error: 'Error',
  rejection: 'Uncaught error',
  'failed-file': 'Failed to load',
} as const satisfies Record<RunTimeProblem['kind'], string>

export interface ProblemsPanelProps {
  /** The result of `check` for the bundle on disk; null until the first check is done. */
  readonly result: CheckResult | null
  /** Run-time problems since the app was loaded. */
  readonly running: readonly RunTimeProblem[]
  /** Explains the rules. */
  readonly docs: Docs
}

/** Run-time problems, and the problems that `check` finds in the app's files. */
export const ProblemsPanel = ({ result, running, docs }: ProblemsPanelProps) => {
  if (result === null) return <p class="empty">Checking …</p>
  return (
    <ScrollArea className="scroll-panel" label="Check results">
      {running.length > 0 && (
        <section class="problem-file" aria-label="At run time">
          <h2>At run time</h2>
          <ul>
            {running.map((problem) => (
              <RunTimeItem
                key={`${problem.kind} ${problem.file} ${problem.line} ${problem.column} ${problem.message}`}
                problem={problem}
              />
            ))}
          </ul>
        </section>
      )}
      <ReviewVerdict result={result} />
      {(result.allow ?? []).map(
        ({ rule, allowed, errors }) =>
          allowed + errors === 0 && (
            <p key={rule} class="muted small">
              {rule} is allowed, but nothing was found for it.
            </p>
          ),
      )}
      {result.problems.length === 0 ? (
        <p class="empty">No problems found in {result.totals.files} files.</p>
      ) : (
        byFile(worstFirst(result.problems)).map(([file, problems]) => (
          <section key={file} class="problem-file" aria-label={file}>
            <h2 class="mono">
              {file === WHOLE_BUNDLE ? (
                file
              ) : (
                <PlaceLink place={{ file, line: null, column: null }} text={file} />
              )}
            </h2>
            <ul>
              {problems.map((problem) => (
                <ProblemItem
                  key={`${problem.rule} ${problem.line} ${problem.column} ${problem.pointer} ${problem.message}`}
                  problem={problem}
                  docs={docs}
                />
              ))}
            </ul>
          </section>
        ))
      )}
    </ScrollArea>
  )
}

const RunTimeItem = ({ problem }: { readonly problem: RunTimeProblem }) => {
  const place = placeOf(problem)
  return (
    <li class="problem problem-error">
      <div class="problem-head line wrap">
        <span class="level level-error">{KIND_NAMES[problem.kind]}</span>
        {place !== null && problem.file !== null && (
          <PlaceLink place={{ ...problem, file: problem.file }} text={place} />
        )}
        {problem.count > 1 && <span class="muted small">{problem.count} times</span>}
        <span class="spring" />
        {place !== null && <CopyButton label="Copy location" text={() => place} />}
      </div>
      <p>{problem.message}</p>
      {problem.why !== null && (
        <p class="fix">
          <Words text={problem.why} />
        </p>
      )}
    </li>
  )
}

const ProblemItem = ({ problem, docs }: { readonly problem: Problem; readonly docs: Docs }) => {
  const place = placeOf(problem)
  const isExplained = useSignal(false)
  const explanation = useId()
  return (
    <li class={`problem problem-${problem.allowed === true ? 'info' : problem.level}`}>
      <div class="problem-head line wrap">
        <span class={`level level-${problem.level}`}>{LEVEL_NAMES[problem.level]}</span>
        {problem.allowed === true && <span class="level level-info">Allowed</span>}
        {problem.impact !== null && (
          <span class={`level level-${problem.impact}`}>{IMPACT_NAMES[problem.impact]}</span>
        )}
        {problem.line !== null && problem.file !== null && (
          <PlaceLink
            place={{ ...problem, file: problem.file }}
            text={`${problem.line}${problem.column === null ? '' : `:${problem.column}`}`}
          />
        )}
        {problem.source !== undefined && <code>{`${problem.source.file}:${problem.source.line}`}</code>}
        {problem.pointer !== null && problem.pointer !== '' && <code>{problem.pointer}</code>}
        <span class="spring" />
        {place !== null && <CopyButton label="Copy location" text={() => place} />}
      </div>
      <p>
        <WithSections text={problem.message} />
      </p>
      <p class="fix">
        <WithSections text={problem.fix} />
      </p>
      <p class="muted small">
        <span class="mono">
          <TopicLink topic={problem.rule}>{problem.rule}</TopicLink>
        </span>
        {problem.spec !== '' && (
          <>
            {' · section '}
            <SectionLink section={problem.spec} />
          </>
        )}
        {' · '}
        <button
          type="button"
          class="topic-link"
          aria-expanded={isExplained.value}
          aria-controls={explanation}
          onClick={() => {
            isExplained.value = !isExplained.value
            docs.load()
          }}
        >
          {isExplained.value ? 'Hide the explanation' : 'Explain'}
        </button>
      </p>
      <div id={explanation} class="explanation">
        {isExplained.value && (
          <div class="topic stack">
            <Explanation rule={problem.rule} docs={docs} />
          </div>
        )}
      </div>
    </li>
  )
}

/** What the reference says about a rule. */
const Explanation = ({ rule, docs }: { readonly rule: string; readonly docs: Docs }) => {
  const reference = docs.reference.value
  if (reference === null) return <p class="muted">Loading …</p>
  const topic = reference === 'failed' ? undefined : reference.topics.find(({ id }) => id === rule)
  if (topic === undefined)
    return (
      <p class="muted">
        The explanation could not be loaded. Run <code>miniapp rules {rule}</code>.
      </p>
    )
  return <TopicBody topic={topic} />
}

const WEIGHTS = { error: 0, flag: 1, warning: 2, info: 3 } as const satisfies Record<ProblemLevel, number>

/** What refuses the upload first, then what stops the app, then the rest; those of one kind as `check` sorts them. */
const worstFirst = (problems: readonly Problem[]): readonly Problem[] => {
  const weight = ({ level, impact, allowed }: Problem): number =>
    level === 'error' ? 0 : impact === 'breaks' ? 1 : allowed === true ? 5 : 1 + WEIGHTS[level]
  return problems.toSorted((a, b) => weight(a) - weight(b))
}

/** The problems grouped by file, in the order in which the files come first. */
const byFile = (problems: readonly Problem[]): readonly (readonly [string, readonly Problem[]])[] => {
  const files = new Map<string, Problem[]>()
  for (const problem of problems) {
    const file = problem.file ?? WHOLE_BUNDLE
    const list = files.get(file)
    if (list === undefined) files.set(file, [problem])
    else list.push(problem)
  }
  return [...files]
}
