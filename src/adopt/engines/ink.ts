import type { Engine } from './engine.js'
import { twoOf } from './game-export.js'

/**
 * Stories that Inky exports for the web: `ink.js` (inkjs), `main.js`, and the compiled story as `var storyContent = …` in a
 * script, or as JSON. Source: inkle/ink, "Running your ink", "Web player based content", and y-lohse/inkjs.
 */
export const ink: Engine = {
  title: 'Ink (inkjs)',
  recognize: (game) =>
    twoOf(
      game.named(/(?:^|\/)ink(?:-full)?(?:\.min)?\.(?:m?js)$/).length > 0,
      () =>
        game.says(/\bstoryContent\s*=\s*\ufeff?\{\s*"inkVersion"/) ||
        hasStory(game.named(/\.json$/).map((path) => game.text(path))),
      () => game.says(/\binkjs\s*\.\s*Story\b|\bnew Story\s*\(\s*storyContent/),
      () => game.says(/["'.]inkVersion\b/) && game.says(/Version of ink used to build story/),
    )
      ? { name: 'Ink story', complete: true }
      : null,
}

const hasStory = (texts: readonly string[]): boolean =>
  texts.some((text) => /^\ufeff?\s*\{\s*"inkVersion"\s*:\s*\d/.test(text))
