import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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
import { useHost } from './use-host'

/** The strokes with another point at the end of the last one. */
const extended = (strokes: readonly Stroke[], point: Point): readonly Stroke[] => {
  const last = strokes.at(-1)
  return last === undefined
    ? strokes
    : [...strokes.slice(0, -1), { ...last, points: [...last.points, point] }]
}

export const App = (): ReactElement => {
  const paper = useRef<HTMLCanvasElement>(null)
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  /** What is in storage; null before it was read. */
  const [saved, setSaved] = useState<readonly Stroke[] | null>(null)
  const [drawing, setDrawing] = useState(false)
  const [pen, setPen] = useState<Point>([0.2, 0.2])
  const [note, setNote] = useState('')
  const { theme, canShare } = useHost()

  useLayoutEffect(() => {
    const canvas = paper.current
    if (canvas === null) return
    const draw = (): void => {
      fit(canvas)
      paint(canvas, strokes, theme === 'dark')
    }
    draw()
    addEventListener('resize', draw)
    return () => {
      removeEventListener('resize', draw)
    }
  }, [strokes, theme])

  useEffect(() => {
    if (drawing || strokes === saved) return
    let isCurrent = true
    const load = async (): Promise<void> => {
      const text = await Service.storage.get('drawing')
      if (!isCurrent) return
      const loaded = text === null ? [] : readDrawing(text)
      setSaved(loaded)
      // What was drawn in the meantime comes after it.
      setStrokes((drawn) => (drawn.length === 0 ? loaded : [...loaded, ...drawn]))
    }
    const save = async (): Promise<void> => {
      await Service.storage.set('drawing', writeDrawing(strokes))
      setSaved(strokes)
      setNote('')
    }
    // If one fails, the next stroke tries again. Nothing is saved over a drawing that was not read.
    const work = saved === null ? load() : save()
    work.catch(() => {
      setNote(saved === null ? 'Your last drawing could not be loaded.' : 'Your drawing could not be saved.')
    })
    return () => {
      isCurrent = false
    }
  }, [strokes, saved, drawing])

  const begin = (point: Point): void => {
    setDrawing(true)
    setStrokes((drawn) => [...drawn, newStroke(drawn.at(-1), point)])
  }
  const go = (point: Point): void => {
    setStrokes((drawn) => extended(drawn, point))
  }
  const end = (): void => {
    setDrawing(false)
  }
  const press = (event: PointerEvent<HTMLCanvasElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    begin(pointOf(event.currentTarget, event))
  }
  const drag = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (drawing) go(pointOf(event.currentTarget, event))
  }
  const key = (event: KeyboardEvent): void => {
    const moved = movedBy(event.key, pen)
    if (moved === null) return
    event.preventDefault()
    if (!drawing) begin(pen)
    setPen(moved)
    go(moved)
  }
  const undo = (): void => {
    setStrokes((drawn) => drawn.slice(0, -1))
  }
  const clear = (): void => {
    setStrokes([])
    // Also what was not read yet.
    setSaved((before) => before ?? [])
  }
  // Called directly in the tap, as the host requires (4.1).
  const share = (): void => {
    if (paper.current === null) return
    Service.share({ image: paper.current, text: 'Drawn with one line.' }).catch(() => {
      setNote('Sharing did not work. Try again later.')
    })
  }

  const isEmpty = strokes.length === 0
  return (
    <>
      <canvas
        ref={paper}
        id="paper"
        tabIndex={0}
        role="img"
        aria-label="Paper: draw with a finger, a mouse, or the arrow keys"
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={key}
        onKeyUp={end}
        onBlur={end}
      />
      <p id="hint" hidden={!isEmpty}>
        Draw a line.
      </p>
      <nav aria-label="Drawing">
        <button type="button" disabled={isEmpty} onClick={undo}>
          Undo
        </button>
        <button type="button" disabled={isEmpty} onClick={clear}>
          Clear
        </button>
        <button type="button" disabled={isEmpty} hidden={!canShare} onClick={share}>
          Share
        </button>
      </nav>
      <p id="note" role="status">
        {note}
      </p>
    </>
  )
}
