import { useMemo } from 'preact/hooks'
import { encode } from 'uqr'

/** The light margin that cameras need around the code, in squares. */
const MARGIN = 4

/** A QR code, dark on light in every theme, since cameras expect that. */
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

/** The dark squares, with adjacent ones in one path. */
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
