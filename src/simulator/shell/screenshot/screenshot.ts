/**
 * Takes a screenshot of the app, in its own size in CSS pixels. The app's frame has another origin, so this
 * page cannot read it; but with the user's permission it can capture this tab and crop the frame.
 */
export interface ScreenshotSources {
  /** Asks for permission to capture this page; null if the browser cannot. */
  readonly capture: (() => Promise<MediaStream>) | null
}

/** The outcome; `refused` if the user declined. */
export type Screenshot =
  | { readonly outcome: 'taken'; readonly picture: Blob }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'impossible'; readonly why: string }

/** Only Chromium-based browsers can crop a capture to a part of the page. */
export const browserCapture = (): ScreenshotSources['capture'] => {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined || typeof devices.getDisplayMedia !== 'function' || !('CropTarget' in window))
    return null
  const options = {
    video: { displaySurface: 'browser', cursor: 'never' },
    audio: false,
    preferCurrentTab: true,
    selfBrowserSurface: 'include',
  } as DisplayMediaStreamOptions
  return () => devices.getDisplayMedia(options)
}

const NOT_HERE =
  'This browser cannot capture part of a page. Use Chrome or Edge with the localhost URL, or your system’s screenshot tool.'
const NOT_THIS_TAB = 'That was a different tab. Try again and choose this tab.'

/** Captures a frame, which is shown over the page for a moment at its full size, so that nothing is cut off. */
export const takeScreenshot = async (
  frame: HTMLIFrameElement,
  { capture }: ScreenshotSources,
): Promise<Screenshot> => {
  if (capture === null) return { outcome: 'impossible', why: NOT_HERE }
  let stream: MediaStream
  try {
    stream = await capture()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return { outcome: 'refused' }
    throw error
  }
  const size = { width: frame.clientWidth, height: frame.clientHeight }
  const putBack = layOver(frame, size)
  try {
    const [track] = stream.getVideoTracks()
    if (track === undefined || track.getSettings().displaySurface !== 'browser')
      return { outcome: 'impossible', why: NOT_THIS_TAB }
    return { outcome: 'taken', picture: await draw(stream, frame.getBoundingClientRect(), size) }
  } finally {
    putBack()
    for (const track of stream.getTracks()) track.stop()
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** @returns a function that restores the frame's position */
const layOver = (frame: HTMLIFrameElement, { width, height }: Size): (() => void) => {
  const { clientWidth, clientHeight } = document.documentElement
  const scale = Math.min(1, clientWidth / width, clientHeight / height)
  const undo = scaledAround(frame).map((element) => restyle(element, { transform: 'none' }))
  undo.push(
    restyle(frame, {
      position: 'fixed',
      inset: '0 auto auto 0',
      width: `${width}px`,
      height: `${height}px`,
      'z-index': '2147483647',
      'transform-origin': '0 0',
      transform: `scale(${scale})`,
    }),
  )
  return () => {
    for (const putBack of undo) putBack()
  }
}

/** Scaled ancestors would scale the frame too, and keep it from covering the page. */
const scaledAround = (frame: HTMLElement): readonly HTMLElement[] => {
  const found: HTMLElement[] = []
  for (let element = frame.parentElement; element !== null; element = element.parentElement)
    if (getComputedStyle(element).transform !== 'none') found.push(element)
  return found
}

const restyle = (element: HTMLElement, style: Readonly<Record<string, string>>): (() => void) => {
  const before = element.style.cssText
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value)
  return () => {
    element.style.cssText = before
  }
}

/** Draws the current capture, cropped to a part of the page, in the given size. */
const draw = async (stream: MediaStream, part: DOMRect, { width, height }: Size): Promise<Blob> => {
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = stream
  await video.play()
  await shownAnew(video)
  const perPixel = video.videoWidth / document.documentElement.clientWidth
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas
    .getContext('2d')
    ?.drawImage(
      video,
      part.x * perPixel,
      part.y * perPixel,
      part.width * perPixel,
      part.height * perPixel,
      0,
      0,
      width,
      height,
    )
  video.srcObject = null
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('The browser did not create an image.')) : resolve(blob),
    )
  })
}

/** Video frames lag behind the page, and a static page sends none: one second is enough for either. */
const LATEST_MS = 1_000
const FRESH_FRAMES = 3

/** Resolves once the video shows the current page. */
const shownAnew = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    let left = FRESH_FRAMES
    const timer = setTimeout(resolve, LATEST_MS)
    const onFrame = (): void => {
      left -= 1
      if (left > 0) video.requestVideoFrameCallback(onFrame)
      else {
        clearTimeout(timer)
        resolve()
      }
    }
    video.requestVideoFrameCallback(onFrame)
  })
