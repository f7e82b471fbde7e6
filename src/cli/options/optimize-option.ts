import { Option } from 'commander'
import { STORY_IMAGE_MAX_BYTES } from '../../platform/publishing.js'
import { MB } from '../../platform/units.js'

/** `--optimize` of what uploads pictures: shrinks those over the limit. */
export const optimizeOption = (): Option =>
  new Option(
    '--optimize',
    `shrink pictures over ${STORY_IMAGE_MAX_BYTES / MB} MB; asks first on a terminal`,
  ).default(false)
