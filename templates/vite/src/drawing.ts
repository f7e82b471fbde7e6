/** A point, from -1 to 1 in both directions around the middle, on a screen of any size. */
export type Point = readonly [x: number, y: number]

/** A stroke: its points in order, and its colour as an angle on the colour wheel. */
export interface Stroke {
  readonly hue: number
  readonly points: Point[]
}

const HUE_STEP = 37
const KEY_STEP = 0.03

/** A new stroke that begins at a point, in another colour than the last one. */
export const newStroke = (last: Stroke | undefined, point: Point): Stroke => ({
  hue: ((last?.hue ?? 250) + HUE_STEP) % 360,
  points: [point],
})

/** Where on the canvas a pointer is. */
export const pointOf = (canvas: HTMLCanvasElement, pointer: { clientX: number; clientY: number }): Point => {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const scale = Math.min(width, height) / 2
  return [(pointer.clientX - left - width / 2) / scale, (pointer.clientY - top - height / 2) / scale]
}

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
}

/** Where an arrow key moves the pen; null for other keys. */
export const movedBy = (key: string, [x, y]: Point): Point | null => {
  const move = MOVES[key]
  if (move === undefined) return null
  return [Math.max(-1, Math.min(1, x + move[0])), Math.max(-1, Math.min(1, y + move[1]))]
}

/** How many times a stroke is turned around the middle; each turn is mirrored too. */
const TURNS = 6

/** Points are rounded to this step: fine enough for the eye, and short as text. */
const STEPS = 500

/** The maximum length of a stored value (8.2). */
const MOST_CHARACTERS = 4_096

/** A drawing as text. If it is too long to store, the oldest strokes are dropped. */
export const writeDrawing = (strokes: readonly Stroke[]): string => {
  const kept: string[] = []
  let length = 0
  for (const { hue, points } of [...strokes].reverse()) {
    const text = [Math.round(hue), ...points.flat().map((part) => Math.round(part * STEPS))].join(',')
    length += text.length + 1
    if (length > MOST_CHARACTERS) break
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

/** Gives a canvas as many pixels as it shows on this screen. */
export const fit = (canvas: HTMLCanvasElement): void => {
  const sharpness = Math.min(devicePixelRatio, 2)
  const width = Math.max(1, Math.round(canvas.clientWidth * sharpness))
  const height = Math.max(1, Math.round(canvas.clientHeight * sharpness))
  // A new size empties a canvas, even the same one.
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
}

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
        context.strokeStyle = `hsl(${String(hue)} 85% ${dark ? '68' : '48'}%)`
        context.beginPath()
        for (const [index, [x, y]] of points.entries()) {
          if (index === 0) context.moveTo(x, y)
          context.lineTo(x, y)
        }
        context.stroke()
      }
    }
}
