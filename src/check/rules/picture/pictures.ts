import { ICON_MAX_PIXELS, ICON_MIN_PIXELS } from '../../../platform/limits.js'
import { formatNumber, withArticle } from '../../../platform/text.js'
import { isIcon, isScreenshot } from '../../facts/manifest/manifest.js'
import type { PictureFacts } from '../../facts/picture/fast.js'
import type { FileRule, RuleText } from '../../rule.js'

/** @param messageOf what is wrong with a picture; null where nothing is */
const pictureRule = (
  text: Omit<RuleText, 'section'>,
  appliesTo: FileRule['appliesTo'],
  messageOf: (picture: PictureFacts) => string | null,
): FileRule => ({
  ...text,
  section: '2.2',
  needs: [],
  appliesTo,
  checkFile: async (file) => {
    const message = messageOf(await file.picture())
    return message === null ? [] : [{ file: file.path, message }]
  },
})

const kindOf = ({ format }: PictureFacts): string =>
  format === null ? 'not an image' : `${withArticle(format)} image`

const fitsIcon = (side: number): boolean => side >= ICON_MIN_PIXELS && side <= ICON_MAX_PIXELS

const SCREENSHOT_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp'])

export const PICTURE_RULES: readonly FileRule[] = [
  pictureRule(
    {
      id: 'picture/damaged',
      level: 'error',
      impact: null,
      breach: 'The icon or a screenshot cannot be decoded.',
      why: 'A truncated image cannot be shown in the listing.',
      remedy: 'Export the image again.',
    },
    (file, bundle) => isIcon(file, bundle) || isScreenshot(file, bundle),
    ({ format, damaged }) =>
      format !== null && damaged ? 'The image is damaged and cannot be fully decoded.' : null,
  ),
  pictureRule(
    {
      id: 'picture/icon-not-png',
      level: 'error',
      impact: null,
      breach: 'The icon is not a PNG.',
      why: 'The icon must be a PNG by content, not only by name.',
      remedy: 'Export the icon as PNG.',
    },
    isIcon,
    (picture) => (picture.format === 'png' ? null : `The icon is ${kindOf(picture)}; it must be a PNG.`),
  ),
  pictureRule(
    {
      id: 'picture/icon-not-square',
      level: 'error',
      impact: null,
      breach: 'The icon is not square.',
      why: 'The host shows the icon as a square with rounded corners.',
      remedy: 'Make the width and height of the icon equal.',
    },
    isIcon,
    ({ format, width, height }) =>
      format !== 'png' || width === height
        ? null
        : `The icon is ${width} by ${height} pixels; it must be square.`,
  ),
  pictureRule(
    {
      id: 'picture/icon-size',
      level: 'error',
      impact: null,
      breach: `The icon is smaller than ${ICON_MIN_PIXELS} or larger than ${formatNumber(ICON_MAX_PIXELS)} pixels.`,
      why: `The icon is shown at several sizes, which ${ICON_MIN_PIXELS} to ${formatNumber(ICON_MAX_PIXELS)} pixels cover.`,
      remedy: 'Export the icon at 512 by 512 pixels.',
    },
    isIcon,
    ({ format, width, height }) =>
      format !== 'png' || (fitsIcon(width) && fitsIcon(height))
        ? null
        : `The icon is ${width} by ${height} pixels; each side must be ${ICON_MIN_PIXELS} to ${ICON_MAX_PIXELS}.`,
  ),
  pictureRule(
    {
      id: 'picture/icon-transparent',
      level: 'warning',
      impact: 'degrades',
      breach: 'The icon has transparent pixels.',
      why: 'The host rounds the corners and expects an opaque background. You cannot choose what shows through.',
      remedy: 'Put the icon on an opaque background.',
    },
    isIcon,
    ({ format, damaged, opaque }) =>
      format !== 'png' || damaged || opaque
        ? null
        : 'The icon has transparent pixels; use an opaque background.',
  ),
  pictureRule(
    {
      id: 'picture/screenshot-type',
      level: 'error',
      impact: null,
      breach: 'A screenshot is not a PNG, JPEG or WebP.',
      why: 'The listing supports these three types.',
      remedy: 'Export the screenshot as PNG, JPEG or WebP.',
    },
    isScreenshot,
    (picture) =>
      picture.format !== null && SCREENSHOT_FORMATS.has(picture.format)
        ? null
        : `The screenshot is ${kindOf(picture)}; it must be a PNG, JPEG or WebP.`,
  ),
]
