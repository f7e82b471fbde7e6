import type { Engine } from './engine.js'
import { isAsset, usesLibrary } from './library.js'

/** Games on Kaplay, and on Kaboom, which it was before. Source: the messages of kaplayjs/kaplay and replit/kaboom. */
export const kaplay: Engine = {
  title: 'Kaplay and Kaboom',
  recognize: (game) =>
    usesLibrary(game, {
      file: /^(?:kaplay|kaboom)(?:[.-]\w+)*\.m?js$/i,
      calls: /(?<![\w.])(?:kaplay|kaboom)\s*\(|\bfrom\s*["'](?:kaplay|kaboom)["']/,
      words: [/\bKAPLAY\b/, /\bkaplayjs\b/, /\baddKaboom\b/, /\bkaboom(?:js)?\.(?:com|mp4)\b/],
    })
      ? { name: 'Kaplay game', loads: isAsset }
      : null,
}
