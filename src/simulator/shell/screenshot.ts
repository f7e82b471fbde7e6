/**
 * A picture of the app, in its own size in CSS pixels. The app's frame has an origin of its own, so that this page cannot
 * look into it; but the person can let it see what the browser shows of this very page, and the frame's part is cut out.
 */
export interface ScreenshotSources {
  /** Asks the person to let this page see itself; null where the browser cannot. */
  readonly capture: (() => Promise<MediaStream>) | null
}

/** What became of a picture; `refused` where the person did not want it. */
export type Screenshot =
  | { readonly outcome: 'taken'; readonly picture: Blob }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'impossible'; readonly why: string }

/** Only browsers that can show a page itself take pictures of a part of it: Chrome, Edge, Chromium and their kin. */
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
  'This browser takes no picture of a part of its page. Use Chrome or Edge at the address with localhost, or your system’s own screenshot.'
const NOT_THIS_TAB = 'That was not this tab. Try again, and choose this tab.'

/** Takes a picture of a frame. The frame is laid over the page for a moment, at its full size, so that nothing is cut off. */
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

/** @returns how to put the frame back where it was */
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

/** What is scaled around a frame would scale it too, and keep it from lying over the page. */
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

/** Draws what the browser shows of the page now, cut to a part of it, in the size that is wanted. */
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
      blob === null ? reject(new Error('The browser drew no picture.')) : resolve(blob),
    )
  })
}

/** Frames lag behind the page, and one that stands still sends none: a second is enough for either. */
const LATEST_MS = 1_000
const FRESH_FRAMES = 3

/** Resolves once the video shows the page as it is now. */
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
