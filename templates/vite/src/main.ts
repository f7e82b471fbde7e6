import { type Point, paint, readDrawing, type Stroke, writeDrawing } from './drawing'

const element = <E extends HTMLElement>(id: string): E => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found as E
}

const paper = element<HTMLCanvasElement>('paper')
const buttons = {
  undo: element<HTMLButtonElement>('undo'),
  clear: element<HTMLButtonElement>('clear'),
  share: element<HTMLButtonElement>('share'),
}

/** The maximum length of a stored value (8.2). */
const MOST_CHARACTERS = 4_096
const HUE_STEP = 37
const KEY_STEP = 0.03

let strokes: Stroke[] = []
let drawing: Stroke | null = null
let pen: Point = [0.2, 0.2]

const isDark = (): boolean => document.documentElement.dataset['theme'] === 'dark'

const draw = (): void => {
  paint(paper, strokes, isDark())
  element('hint').hidden = strokes.length > 0
  buttons.undo.disabled = strokes.length === 0
  buttons.clear.disabled = strokes.length === 0
  buttons.share.disabled = strokes.length === 0
}

const fit = (): void => {
  const sharpness = Math.min(devicePixelRatio, 2)
  paper.width = Math.max(1, Math.round(paper.clientWidth * sharpness))
  paper.height = Math.max(1, Math.round(paper.clientHeight * sharpness))
  draw()
}

const setTheme = (theme: string): void => {
  document.documentElement.dataset['theme'] = theme
  draw()
}

const say = (words: string): void => {
  element('note').textContent = words
}

/** If saving fails, the next stroke tries again. */
const save = async (): Promise<void> => {
  try {
    await Service.storage.set('drawing', writeDrawing(strokes, MOST_CHARACTERS))
    say('')
  } catch {
    say('Your drawing could not be kept just now.')
  }
}

const begin = (point: Point): void => {
  drawing = { hue: ((strokes.at(-1)?.hue ?? 250) + HUE_STEP) % 360, points: [point] }
  strokes.push(drawing)
  draw()
}

const go = (point: Point): void => {
  drawing?.points.push(point)
  draw()
}

const end = (): void => {
  if (drawing === null) return
  drawing = null
  void save()
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
  const { left, top, width, height } = paper.getBoundingClientRect()
  const scale = Math.min(width, height) / 2
  return [(clientX - left - width / 2) / scale, (clientY - top - height / 2) / scale]
}

paper.addEventListener('pointerdown', (event) => {
  paper.setPointerCapture(event.pointerId)
  begin(pointOf(event))
})
paper.addEventListener('pointermove', (event) => {
  if (drawing !== null) go(pointOf(event))
})
paper.addEventListener('pointerup', end)
paper.addEventListener('pointercancel', end)

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
}

paper.addEventListener('keydown', (event) => {
  const move = MOVES[event.key]
  if (move === undefined) return
  event.preventDefault()
  if (drawing === null) begin(pen)
  pen = [Math.max(-1, Math.min(1, pen[0] + move[0])), Math.max(-1, Math.min(1, pen[1] + move[1]))]
  go(pen)
})
paper.addEventListener('keyup', end)
paper.addEventListener('blur', end)

buttons.undo.addEventListener('click', () => {
  strokes.pop()
  draw()
  void save()
})
buttons.clear.addEventListener('click', () => {
  strokes = []
  draw()
  void save()
})
// Called directly in the tap, as the host requires (4.1).
buttons.share.addEventListener('click', () => {
  Service.share({ image: paper, text: 'Drawn with one line.' }).catch(() =>
    say('Sharing did not work just now.'),
  )
})

addEventListener('resize', fit)
fit()
// Something is on screen, so the host can remove its loading cover before anything is loaded.
Service.ready().catch(() => undefined)

Service.on('theme', ({ theme }) => setTheme(theme))
Service.getContext().then(
  ({ theme }) => setTheme(theme),
  () => undefined,
)
Service.supports('share').then((able) => {
  buttons.share.hidden = !able
})
Service.storage.get('drawing').then(
  (text) => {
    if (text === null || strokes.length > 0) return
    strokes = readDrawing(text)
    draw()
  },
  () => say('Your last drawing could not be reached just now.'),
)
