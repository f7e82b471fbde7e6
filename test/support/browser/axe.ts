import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/**
 * What axe-core finds wrong in a page, the app's frame aside: each rule with the elements that break it. It looks once
 * the page has come to rest: what fades in has too little contrast for a moment.
 */
export const axeFindings = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => Reflect.has(window, 'axe'))))
    await page.evaluate(await readFile(AXE, 'utf8'))
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // One whose element goes is called off, and is over as well.
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
  const { violations } = await page.evaluate(
    // What passes is not described, which takes half of axe-core's time.
    (): Promise<AxeResults> =>
      Reflect.get(window, 'axe').run(document, { iframes: false, resultTypes: ['violations'] }),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
