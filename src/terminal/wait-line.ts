import { safeLine } from './safe-text.js'
import type { Styles } from './style.js'
import { columnsOf } from './wrap-text.js'

/** A status line on a terminal, redrawn in place and removed at the end. */
export type WaitLine = ReturnType<typeof showWaitLine>

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
const FRAME_MS = 120
/** Goes before another line on the same terminal; the wait line is drawn again below. */
export const CLEAR_LINE = '\r\u001b[2K'
const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'

/**
 * Shows a wait line. (The spinner of our prompt library takes over the keyboard and exits with 0 on Ctrl-C.)
 * @param text the status, computed again for every frame
 */
export const showWaitLine = (
  stream: { readonly write: (text: string) => unknown; readonly columns?: number },
  styles: Styles,
  text: () => string,
) => {
  let frame = 0
  const draw = (): void => {
    const line = [...safeLine(text())].slice(0, Math.max(0, columnsOf(stream) - 4)).join('')
    stream.write(`${CLEAR_LINE}${styles.cyan(FRAMES[frame % FRAMES.length] ?? '')} ${line}`)
    frame += 1
  }
  stream.write(HIDE_CURSOR)
  draw()
  const timer = setInterval(draw, FRAME_MS)
  return {
    /** Removes the line. */
    end: (): void => {
      clearInterval(timer)
      stream.write(`${CLEAR_LINE}${SHOW_CURSOR}`)
    },
  }
}
