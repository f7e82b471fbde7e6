/** A point, from -1 to 1 in both directions around the middle, on a screen of any size. */
export type Point = readonly [x: number, y: number]

/** A stroke: its points in order, and its colour as an angle on the colour wheel. */
export interface Stroke {
  readonly hue: number
  readonly points: Point[]
}

/** How many times a stroke is turned around the middle; each turn is mirrored too. */
export const TURNS = 6

/** Points are rounded to this step: fine enough for the eye, and short as text. */
const STEPS = 500

/** A drawing as text with a maximum length. If it is too long, the oldest strokes are dropped. */
export const writeDrawing = (strokes: readonly Stroke[], maxCharacters: number): string => {
  const kept: string[] = []
  let length = 0
  for (const { hue, points } of [...strokes].reverse()) {
    const text = [Math.round(hue), ...points.flat().map((part) => Math.round(part * STEPS))].join(',')
    length += text.length + 1
    if (length > maxCharacters) break
    kept.unshift(text)
  }
  return kept.join(';')
}

/** Reads what `writeDrawing` wrote, and ignores invalid parts. */
export const readDrawing = (text: string): Stroke[] =>
  text.split(';').flatMap((part) => {
    const [hue, ...numbers] = part.split(',').map(Number)
    if (part === '' || hue === undefined || !numbers.every(Number.isFinite) || !Number.isFinite(hue))
      return []
    const points: Point[] = []
    for (let index = 0; index + 1 < numbers.length; index += 2)
      points.push([(numbers[index] ?? 0) / STEPS, (numbers[index + 1] ?? 0) / STEPS])
    return points.length === 0 ? [] : [{ hue, points }]
  })

/** Draws strokes onto a canvas of any size, each mirrored around the middle. */
export const paint = (canvas: HTMLCanvasElement, strokes: readonly Stroke[], dark: boolean): void => {
  const context = canvas.getContext('2d')
  if (context === null) return
  const { width, height } = canvas
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = dark ? '#16131f' : '#fbf7f0'
  context.fillRect(0, 0, width, height)
  const scale = Math.min(width, height) / 2
  context.lineWidth = 0.02
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const mirror of [1, -1]) {
      context.setTransform(scale, 0, 0, scale, width / 2, height / 2)
      context.rotate((turn * 2 * Math.PI) / TURNS)
      context.scale(1, mirror)
      for (const { hue, points } of strokes) {
        context.strokeStyle = `hsl(${hue} 85% ${dark ? 68 : 48}%)`
        context.beginPath()
        for (const [index, [x, y]] of points.entries()) {
          if (index === 0) context.moveTo(x, y)
          context.lineTo(x, y)
        }
        context.stroke()
      }
    }
}
