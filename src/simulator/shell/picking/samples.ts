import type { PickSheet } from '../../../host/picking/pick-faults.js'

/** A sample file for developers who have none at hand. */
export interface Sample {
  readonly label: string
  /** Its description in a few words. */
  readonly facts: string
  readonly load: () => Promise<Blob>
}

/** Photos of typical sizes and kinds, drawn on demand, and three short videos. */
export const SAMPLES: Readonly<Record<PickSheet, readonly Sample[]>> = {
  'pick-image': [
    photo('Wide photo', 4032, 3024, 'image/jpeg'),
    photo('Upright photo', 1080, 1920, 'image/jpeg'),
    photo('Panorama', 8000, 1200, 'image/jpeg'),
    photo('Tiny picture', 48, 48, 'image/jpeg'),
    photo('Transparent PNG', 512, 512, 'image/png'),
  ],
  'pick-video': [
    video('Wide video', 'landscape.mp4', 'MP4, 960 × 540, 6 seconds'),
    video('Upright video', 'portrait.mp4', 'MP4, 540 × 960, 12 seconds'),
    video('Long video', 'long.webm', 'WebM, 320 × 180, 75 seconds'),
  ],
}

function video(label: string, file: string, facts: string): Sample {
  return {
    label,
    facts,
    load: async () => {
      const response = await fetch(`/shell/samples/${file}`)
      if (!response.ok)
        throw new Error(`The sample could not be loaded: the simulator answered ${response.status}.`)
      return response.blob()
    },
  }
}

function photo(label: string, width: number, height: number, type: 'image/jpeg' | 'image/png'): Sample {
  return {
    label,
    facts: `${type === 'image/png' ? 'PNG' : 'JPEG'}, ${width.toLocaleString('en')} × ${height.toLocaleString('en')}`,
    load: () => draw(width, height, type),
  }
}

/** Hills in the evening, or a balloon on a transparent background. */
const draw = (width: number, height: number, type: 'image/jpeg' | 'image/png'): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.reject(new Error('This browser cannot draw samples.'))
  const unit = Math.min(width, height) / 100
  if (type === 'image/jpeg') drawHills(pen, width, height, unit)
  else drawBalloon(pen, width / 2, height / 2, unit)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('This browser cannot draw samples.')) : resolve(blob)),
      type,
      0.9,
    )
  })
}

const drawHills = (pen: CanvasRenderingContext2D, width: number, height: number, unit: number): void => {
  const sky = pen.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#274690')
  sky.addColorStop(0.6, '#e8927c')
  sky.addColorStop(1, '#f7d08a')
  pen.fillStyle = sky
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#fff3c4'
  circle(pen, width * 0.68, height * 0.45, 9 * unit)
  for (const [colour, base, swing, waves] of [
    ['#6b5b7b', 0.62, 0.07, 3.1],
    ['#3f4a5f', 0.74, 0.06, 4.7],
    ['#22303c', 0.86, 0.05, 2.3],
  ] as const) {
    pen.fillStyle = colour
    pen.beginPath()
    pen.moveTo(0, height)
    for (let i = 0; i <= 60; i++) {
      const x = (i / 60) * width
      pen.lineTo(x, height * (base - swing * Math.sin((i / 60) * waves * Math.PI + waves)))
    }
    pen.lineTo(width, height)
    pen.fill()
  }
}

const drawBalloon = (pen: CanvasRenderingContext2D, x: number, y: number, unit: number): void => {
  pen.strokeStyle = '#8a5a2b'
  pen.lineWidth = unit
  for (const side of [-1, 1]) {
    pen.beginPath()
    pen.moveTo(x + side * 14 * unit, y + 8 * unit)
    pen.lineTo(x + side * 6 * unit, y + 30 * unit)
    pen.stroke()
  }
  pen.fillStyle = '#b5763a'
  pen.fillRect(x - 7 * unit, y + 29 * unit, 14 * unit, 10 * unit)
  pen.fillStyle = '#d7263d'
  circle(pen, x, y - 12 * unit, 28 * unit)
  pen.fillStyle = 'rgb(255 255 255 / 0.45)'
  circle(pen, x - 9 * unit, y - 20 * unit, 9 * unit)
}

const circle = (pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void => {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}
