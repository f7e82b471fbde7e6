import { readFastCss } from './fast.js'
import type { CssLink } from './link.js'
import { readCss } from './read.js'
import { mayNameUrls } from './texts.js'

/** Every URL in CSS, in the order of the text; the text of comments, and strings that are not URLs, are left out. */
export const cssLinks = (css: string): readonly CssLink[] =>
  mayNameUrls(css) ? (readFastCss(css) ?? readCss(css)) : []
