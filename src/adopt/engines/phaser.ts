import type { Engine } from './engine.js'
import { isAsset, usesLibrary } from './library.js'

/** Games on Phaser 2 (and CE), 3 and 4. Source: the banner and the messages of phaserjs/phaser and photonstorm/phaser-ce. */
export const phaser: Engine = {
  title: 'Phaser 2, 3 and 4',
  recognize: (game) => {
    const isPhaser = usesLibrary(game, {
      file: /^phaser(?:[.-][\w]+)*\.m?js$/i,
      calls:
        /\bnew\s+Phaser\s*\.\s*Game\b|\bPhaser\s*\.\s*(?:AUTO|WEBGL|CANVAS|Scene)\b|\bfrom\s*["']phaser["']/,
      words: [
        /\bPhaser (?:CE )?v["'`+$%0-9]/,
        /\bphaser\.io\b/,
        /\bphaser3?-examples\b|Phaser\.(?:Loader|Cache|Game)[.#:]/,
      ],
    })
    if (!isPhaser) return null
    const version = majorOf(
      game.scripts.filter(({ text }) => /\bphaser\.io\b/.test(text)).map(({ text }) => text),
    )
    return { name: version === null ? 'Phaser game' : `Phaser ${version} game`, loads: isAsset }
  },
}

/** The major version that a copy of Phaser says, in its banner or in its `VERSION`. */
const majorOf = (scripts: readonly string[]): string | null => {
  for (const script of scripts)
    for (const pattern of [/\bVERSION\s*[:=]\s*["']([234])\.\d+\.\d+/, /\bPhaser (?:CE )?v?([234])\.\d+/]) {
      const found = pattern.exec(script)?.[1]
      if (found !== undefined) return found
    }
  return null
}
