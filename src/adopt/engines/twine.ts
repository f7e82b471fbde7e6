import { attributeOf } from '../pages/page-elements.js'
import type { Engine } from './engine.js'
import { allBesidePage } from './game-export.js'

/**
 * Stories of Twine 2: one page with the story in `tw-storydata`, which names its format, and of Twine 1, with `storeArea`.
 * Source: iftechfoundation/twine-specs, "Twine 2 HTML Output" and "Twine 1 HTML Output".
 */
export const twine: Engine = {
  title: 'Twine (Harlowe, SugarCube, Chapbook, Snowman)',
  recognize: (game) => {
    const data = game.elements.find(({ tagName }) => tagName === 'tw-storydata')
    const passages = game.elements.some(
      (element) => element.tagName === 'tw-passagedata' || attributeOf(element, 'tiddler') !== undefined,
    )
    const isOld = data === undefined && (game.hasId('storeArea') || game.hasId('store-area'))
    if ((data === undefined && !isOld) || !passages) return null
    const format = [data === undefined ? undefined : attributeOf(data, 'format')?.trim()]
      .filter((name) => name !== undefined && name !== '')
      .join('')
    const version = /^\d+/.exec(data === undefined ? '' : (attributeOf(data, 'format-version') ?? ''))?.[0]
    const named = [format, format === '' ? undefined : version].filter(Boolean).join(' ')
    return {
      name: named === '' ? 'Twine story' : `Twine story (${named})`,
      complete: true,
      loads: allBesidePage(game),
    }
  },
}
