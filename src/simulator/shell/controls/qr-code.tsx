import { useMemo } from 'preact/hooks'
import { encode } from 'uqr'

/** Squares of light ground that a camera needs around the code. */
const MARGIN = 4

/** A QR code, dark on light whatever the page looks like, since cameras expect that. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { size, data } = useMemo(() => encode(text, { border: MARGIN }), [text])
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={darkSquares(data)} fill="#000" />
    </svg>
  )
}

/** The dark squares, those beside each other in one stroke. */
const darkSquares = (data: readonly (readonly boolean[])[]): string =>
  data
    .flatMap((row, y) => {
      const runs: string[] = []
      for (let x = 0; x < row.length; x++) {
        if (row[x] !== true) continue
        const start = x
        while (row[x + 1] === true) x++
        runs.push(`M${start} ${y}h${x + 1 - start}v1h-${x + 1 - start}z`)
      }
      return runs
    })
    .join('')
