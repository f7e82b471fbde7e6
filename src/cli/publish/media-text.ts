import type { MediaFile } from '../../publish/media/media-file.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import { formatBytes } from '../../terminal/units.js'

const FORMATS: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
  'image/gif': 'GIF picture',
  'image/webp': 'WebP picture',
  'image/avif': 'AVIF picture',
  'image/heic': 'HEIC picture',
  'video/mp4': 'MP4 video',
  'video/quicktime': 'MOV video',
  'video/webm': 'WebM video',
}

/** What will be sent: the name, then kind, size in pixels, length and bytes, as far as they are known. */
export const describeMedia = (
  { name, type, size, content, hasLocation }: Omit<MediaFile, 'path' | 'open'>,
  { bold, yellow }: Styles,
): string => {
  const facts = [
    FORMATS[type] ?? type,
    ...(content === null ? [] : [`${content.width} × ${content.height}`]),
    ...(content?.durationSeconds == null ? [] : [formatLength(content.durationSeconds)]),
    formatBytes(size),
  ]
  const place = hasLocation ? ` ${yellow('contains the location where it was taken')}` : ''
  return `${bold(safeLine(name))}  ${facts.join(' · ')}${place}`
}

/** Minutes and seconds; a fraction of a second counts as a second. */
const formatLength = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
