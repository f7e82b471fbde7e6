import type { LineIndex } from '../text/position.js'
import type { SvgFacts } from './facts.js'
import { readFastSvg } from './fast.js'
import type { DrawingInterest } from './interest.js'

/** What rules read of an SVG file. The XML parser is loaded only for a file that needs it. */
export const drawingFacts = async (
  text: string,
  lines: LineIndex,
  interest: DrawingInterest,
): Promise<SvgFacts> => {
  const facts = readFastSvg(text, lines, interest)
  if (facts !== null) return facts
  const { readSvg } = await import('./read.js')
  return readSvg(text, lines, interest)
}
