import type { CheckResult, Review } from '../../../../check/problem.js'

const REVIEWS = {
  automatic: { tone: 'good', text: 'This version would go live automatically one hour after upload.' },
  admin: { tone: 'flag', text: 'This version would be accepted and wait for an admin.' },
  refused: { tone: 'error', text: 'The service would refuse this version.' },
} as const satisfies Record<Review, { tone: string; text: string }>

/** The review outcome of this version after an upload (3.1), and whether it will run. */
export const ReviewVerdict = ({ result: { review, problems, runs } }: { readonly result: CheckResult }) => {
  const failing = problems.filter(({ impact }) => impact === 'fails-if-used').length
  return (
    <>
      <p class={`verdict verdict-${REVIEWS[review].tone}`}>{REVIEWS[review].text}</p>
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
