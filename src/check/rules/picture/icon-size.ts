import { ICON_MAX_PIXELS, ICON_MIN_PIXELS } from '../../../platform/limits.js'
import { formatNumber } from '../../../terminal/units.js'
import { isIcon } from '../../facts/manifest/references.js'
import type { FileRule } from '../../rule.js'

export const iconSize: FileRule = {
  id: 'picture/icon-size',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: `The icon is smaller than ${ICON_MIN_PIXELS} or larger than ${formatNumber(ICON_MAX_PIXELS)} pixels.`,
  why: `The icon is shown at several sizes, which ${ICON_MIN_PIXELS} to ${formatNumber(ICON_MAX_PIXELS)} pixels cover.`,
  remedy: 'Export the icon at 512 by 512 pixels.',
  needs: [],
  appliesTo: isIcon,
  checkFile: async (file) => {
    const { format, width, height } = await file.picture()
    const fits = (side: number): boolean => side >= ICON_MIN_PIXELS && side <= ICON_MAX_PIXELS
    if (format !== 'png' || (fits(width) && fits(height))) return []
    return [
      {
        file: file.path,
        message: `The icon is ${width} by ${height} pixels; each side must be ${ICON_MIN_PIXELS} to ${ICON_MAX_PIXELS}.`,
        fix: 'Export the icon at 512 by 512 pixels.',
      },
    ]
  },
}
