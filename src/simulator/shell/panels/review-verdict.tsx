import type { Review } from '../../../check/problem.js'

const REVIEWS = {
  automatic: { tone: 'good', text: 'This version would go live by itself an hour after its upload.' },
  admin: { tone: 'flag', text: 'This version would be accepted and wait for an admin.' },
  refused: { tone: 'error', text: 'The service would refuse this version.' },
} as const satisfies Record<Review, { tone: string; text: string }>

/** What would become of this version after an upload (3.1). */
export const ReviewVerdict = ({ review }: { readonly review: Review }) => (
  <p class={`verdict verdict-${REVIEWS[review].tone}`}>{REVIEWS[review].text}</p>
)
