import type { CheckResult, Review } from '../../../../check/problem.js'

const REVIEWS = {
  automatic: { tone: 'good', text: 'This version would go live automatically one hour after upload.' },
  admin: { tone: 'flag', text: 'This version would be accepted and wait for an admin.' },
  refused: { tone: 'error', text: 'The service would refuse this version.' },
} as const satisfies Record<Review, { tone: string; text: string }>

/** The review outcome of this version after an upload (3.1), and whether it will run. */
export const ReviewVerdict = ({ result: { review, problems } }: { readonly result: CheckResult }) => {
  const breaking = problems.filter(({ impact }) => impact === 'breaks').length
  return (
    <>
      <p class={`verdict verdict-${REVIEWS[review].tone}`}>{REVIEWS[review].text}</p>
      {breaking > 0 && (
        <p class="verdict verdict-error">
          {breaking === 1 ? '1 problem' : `${breaking} problems`} will stop it from running.
        </p>
      )}
    </>
  )
}
