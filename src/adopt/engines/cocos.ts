import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

/**
 * Web builds of Cocos Creator 2 and 3: `src/settings.js` or `src/settings.json`, `cocos-js/` or `cocos2d-js-min.js`, and `assets/`
 * with bundles whose files are named after their ids. Source: docs.cocos.com, "Publishing to Web Platforms" and "Asset
 * Bundle".
 */
export const cocos: Engine = {
  title: 'Cocos Creator',
  recognize: (game) => {
    const isCocos = twoOf(
      game.named(/^(?:src\/)?settings(?:\.\w+)?\.js(?:on)?$/).length > 0,
      game.named(/^cocos-js\/|(?:^|\/)cocos2d-js(?:-min)?(?:\.\w+)?\.js$/).length > 0,
      game.named(/^assets\/[^/]+\/config(?:\.\w+)?\.json$/).length > 0,
      game.hasId('GameCanvas') || game.hasId('Cocos3dGameContainer'),
      () => game.says(/\b_CCSettings\b|\bcocos-js\/|["']cc["']\s*\]/),
    )
    if (!isCocos) return null
    const version =
      game.said(/\bCocosEngine\s*=\s*["'](\d+)\./) ?? game.said(/["']CocosEngine["']\s*:\s*["'](\d+)\./)
    const known = version ?? (game.says(/\b_CCSettings\b/) ? '2' : '3')
    return { name: `Cocos Creator ${known} build`, complete: true, loads: allBesidePage(game) }
  },
}
