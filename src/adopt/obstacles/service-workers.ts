import type { GameExport } from '../engines/game-export.js'

/**
 * The scripts of a game that are nothing but a service worker, which a mini app never has: what stores files for offline
 * use, and what sets the headers that threads need. Each with the reason why it is left out.
 */
export const serviceWorkers = (game: GameExport): ReadonlyMap<string, string> => {
  const loaded = new Set(game.pageScripts)
  return new Map(
    game.scripts.flatMap(({ path, text }) => {
      if (path === null) return []
      if (loaded.has(path) ? setsHeaders(text) : isServiceWorker(text)) return [[path, WHY] as const]
      return []
    }),
  )
}

const WHY = 'it is a service worker, and a mini app has none'

/** Events that only a service worker gets, and what it does with them. */
const isServiceWorker = (script: string): boolean =>
  /addEventListener\s*\(\s*["'`](?:install|activate|fetch)["'`]|\bself\s*\.\s*on(?:install|activate|fetch)\s*=|\bworkbox\b/.test(
    script,
  ) &&
  /\b(?:respondWith|skipWaiting|clients\s*\.\s*claim|caches\s*\.\s*(?:open|match|keys|delete))\b/.test(script)

/** A script that registers itself, and as a service worker sets the headers that isolate the page. */
const setsHeaders = (script: string): boolean =>
  script.length < LONGEST &&
  isServiceWorker(script) &&
  /\bserviceWorker\b/.test(script) &&
  /Cross-Origin-(?:Embedder|Opener)-Policy/i.test(script)

// A game in one script with its service worker is longer.
const LONGEST = 20_000
