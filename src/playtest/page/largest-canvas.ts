/** How a canvas is shown. */
export interface DrawnCanvas {
  /** Its width in relation to its height as it is shown, divided by the same of its pixels; 1 is undistorted. */
  readonly stretched: number
  /** Whether the frame shows only a part of it, and does not scroll to the rest. */
  readonly isCutOff: boolean
  /** Whether it has one colour everywhere, as a canvas has that was given another size; null where nobody can say. */
  readonly isPlain: boolean | null
  /** How many times larger than its pixels it draws what comes next; null where nobody can say. */
  readonly scale: number | null
}

/**
 * The largest canvas, where it is most of what the app shows; null where none is. It is sent to the app's page as its source
 * text, so it cannot use anything of this module.
 */
export const largestCanvas = (): DrawnCanvas | null => {
  let largest: { readonly canvas: HTMLCanvasElement; readonly area: number } | null = null
  for (const canvas of document.querySelectorAll('canvas')) {
    const { width, height } = canvas.getBoundingClientRect()
    if (canvas.checkVisibility() && width * height > (largest?.area ?? (innerWidth * innerHeight) / 4))
      largest = { canvas, area: width * height }
  }
  if (largest === null) return null
  const { canvas } = largest
  const { left, top, right, bottom, width, height } = canvas.getBoundingClientRect()
  const { objectFit } = getComputedStyle(canvas)
  const root = document.scrollingElement ?? document.documentElement
  const slack = 8
  const isOutside =
    left < -slack || top < -slack || right > innerWidth + slack || bottom > innerHeight + slack
  const scrolls = root.scrollHeight > innerHeight + slack || root.scrollWidth > innerWidth + slack
  const clips = [document.documentElement, document.body].some((one) =>
    /hidden|clip/.test(getComputedStyle(one).overflow),
  )
  const few = 24
  const isPlain = (): boolean | null => {
    try {
      const small = new OffscreenCanvas(few, few).getContext('2d')
      if (small === null) return null
      small.drawImage(canvas, 0, 0, few, few)
      const colours = new Uint32Array(small.getImageData(0, 0, few, few).data.buffer)
      if (colours.every((colour) => colour === colours[0])) return true
      // What WebGL has drawn is there for a moment only. One that has no context yet would get one.
      return canvas.getContext('2d') === null ? null : false
    } catch {
      return null
    }
  }
  const plain = isPlain()
  return {
    isPlain: plain,
    // What shows a picture that is not WebGL's has such a context already.
    scale: plain === false ? Math.abs(canvas.getContext('2d')?.getTransform().a ?? 1) : null,
    stretched: objectFit === 'fill' ? width / height / (canvas.width / canvas.height) : 1,
    isCutOff: isOutside && (clips || !scrolls),
  }
}
