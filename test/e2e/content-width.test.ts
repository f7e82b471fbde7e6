import { describe, expect, it, onTestFinished } from 'vitest'
import { contentWidth } from '../../src/playtest/page/questions.js'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'

const widthOf = async (style: string, body: string) => {
  const browser = await isolatingBrowser()
  onTestFinished(() => closeWindows(browser))
  const page = await (await browser.newContext({ viewport: { width: 320, height: 500 } })).newPage()
  await page.setContent(`<!doctype html><style>body { margin: 0 } ${style}</style>${body}`)
  return page.evaluate(contentWidth)
}

const CLIPS = 'body { overflow: hidden }'
const BOARD =
  '<div style="width: 400px"><button id="last" style="margin-left: 300px; width: 100px">A</button></div>'

describe('2.10: the width of a page in a frame of 320 px', () => {
  it('is what can be scrolled to', async () => {
    expect(await widthOf('', BOARD)).toEqual({ width: 400, widest: '<div>' })
  })

  it('is where controls and texts end that the page cuts off', async () => {
    expect(await widthOf(CLIPS, BOARD)).toEqual({ width: 400, widest: '<button#last>' })
  })

  it('ends where an element within cuts them off on purpose', async () => {
    const cut = '<p style="width: 200px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">'
    expect(await widthOf(CLIPS, `${cut}${'long '.repeat(40)}</p>`)).toEqual({ width: 200, widest: '<p>' })
    expect(await widthOf(CLIPS, `<div style="overflow: auto">${BOARD}</div>`)).toEqual({
      width: 320,
      widest: '<button#last>',
    })
  })

  it('is not that of a drawer outside of it', async () => {
    const drawer = '<button style="position: absolute; left: 340px; width: 100px">A</button>'
    expect(await widthOf(CLIPS, drawer)).toEqual({ width: 0, widest: 'the page' })
  })
})
