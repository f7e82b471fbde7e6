import {
  fit,
  movedBy,
  newStroke,
  type Point,
  paint,
  pointOf,
  readDrawing,
  type Stroke,
  writeDrawing,
} from './drawing'

/** An element of `index.html`, of the kind that is expected there. */
const element = <E extends HTMLElement>(id: string, Kind: new () => E): E => {
  const found = document.getElementById(id)
  if (!(found instanceof Kind)) throw new Error(`The page has no #${id}.`)
  return found
}

const paper = element('paper', HTMLCanvasElement)
const hint = element('hint', HTMLParagraphElement)
const note = element('note', HTMLParagraphElement)
const buttons = {
  undo: element('undo', HTMLButtonElement),
  clear: element('clear', HTMLButtonElement),
  share: element('share', HTMLButtonElement),
}

let strokes: Stroke[] = []
/** Whether the strokes are what storage has and what was drawn since. */
let isLoaded = false
let drawing: Stroke | null = null
let pen: Point = [0.2, 0.2]

const isDark = (): boolean => document.documentElement.dataset['theme'] === 'dark'

const draw = (): void => {
  paint(paper, strokes, isDark())
  hint.hidden = strokes.length > 0
  buttons.undo.disabled = strokes.length === 0
  buttons.clear.disabled = strokes.length === 0
  buttons.share.disabled = strokes.length === 0
}

const resize = (): void => {
  fit(paper)
  draw()
}

const setTheme = (theme: string): void => {
  document.documentElement.dataset['theme'] = theme
  draw()
}

const say = (words: string): void => {
  note.textContent = words
}

/** Takes the last drawing in. What was drawn in the meantime comes after it. */
const take = (text: string | null): void => {
  // Clear was tapped in the meantime, or it was read twice.
  if (isLoaded) return
  isLoaded = true
  if (text === null) return
  strokes = [...readDrawing(text), ...strokes]
  draw()
}

const load = async (): Promise<void> => {
  if (!isLoaded) take(await Service.storage.get('drawing'))
}

/** If saving fails, the next stroke tries again. Nothing is saved over a drawing that was not read. */
const save = async (): Promise<void> => {
  try {
    await load()
    await Service.storage.set('drawing', writeDrawing(strokes))
    say('')
  } catch {
    say('Your drawing could not be saved.')
  }
}

const begin = (point: Point): void => {
  drawing = newStroke(strokes.at(-1), point)
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

paper.addEventListener('pointerdown', (event) => {
  paper.setPointerCapture(event.pointerId)
  begin(pointOf(paper, event))
})
paper.addEventListener('pointermove', (event) => {
  if (drawing !== null) go(pointOf(paper, event))
})
paper.addEventListener('pointerup', end)
paper.addEventListener('pointercancel', end)

paper.addEventListener('keydown', (event) => {
  const moved = movedBy(event.key, pen)
  if (moved === null) return
  event.preventDefault()
  if (drawing === null) begin(pen)
  pen = moved
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
  isLoaded = true
  draw()
  void save()
})
// Called directly in the tap, as the host requires (4.1).
buttons.share.addEventListener('click', () => {
  Service.share({ image: paper, text: 'Drawn with one line.' }).catch(() => {
    say('Sharing did not work. Try again later.')
  })
})

/** What the host knows; if it does not answer, the page stays as it is. */
const askHost = async (): Promise<void> => {
  // Something is on screen, so the host can remove its loading cover before anything is loaded.
  await Service.ready()
  const { theme } = await Service.getContext()
  setTheme(theme)
  buttons.share.hidden = !(await Service.supports('share'))
}

addEventListener('resize', resize)
resize()
Service.on('theme', ({ theme }) => {
  setTheme(theme)
})
askHost().catch(() => undefined)
load().catch(() => {
  say('Your last drawing could not be loaded.')
})
