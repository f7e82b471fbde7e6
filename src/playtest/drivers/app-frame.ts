import type { CDPSession, Frame, Page } from 'playwright-core'
import { nativeQuestion } from '../page/prepare.js'
import { NATIVES } from '../page-names.js'
import type { TestWindow } from './driver.js'

/** The app's frame, the only one in the shell's page, or null if no app runs. */
export const appFrame = (page: Page): Frame | null => page.mainFrame().childFrames()[0] ?? null

/** The DevTools session of the app's process; null if the app shares the shell's process. */
export const ownSession = async (page: Page, frame: Frame): Promise<CDPSession | null> => {
  try {
    return await page.context().newCDPSession(frame)
  } catch {
    return null
  }
}

/**
 * Asks the page in the app's frame. Playwright's own way needs the page's `Map`, a name that a game may give to a class of its own:
 * then, DevTools ask.
 */
export const askAppOf = (page: Page): TestWindow['askApp'] => {
  let tools: { readonly frame: Frame; readonly ask: ReturnType<typeof devToolsOf> } | null = null
  return async (question, argument) => {
    const frame = appFrame(page)
    if (frame === null) return null
    const hasMap = `window.${NATIVES} === undefined || window.${NATIVES}.window.Map === Map`
    const answering = `(async () => ({ answer: await ${nativeQuestion(question, argument, NATIVES)} }))()`
    const ofPlaywright = await frame
      .evaluate<{ readonly answer: never } | undefined>(`${hasMap} ? ${answering} : undefined`)
      .catch(() => undefined)
    if (ofPlaywright !== undefined) return ofPlaywright.answer
    if (tools?.frame !== frame) tools = { frame, ask: devToolsOf(page, frame) }
    const answered = await tools.ask
      .then((ask) => ask(`${hasMap} ? null : ${answering}`))
      .catch(() => {
        // The frame may have a page in another process now.
        tools = null
        return null
      })
    return answered?.answer ?? null
  }
}

/** Asks a frame's page by the protocol of DevTools. */
const devToolsOf = async (
  page: Page,
  frame: Frame,
): Promise<(expression: string) => Promise<{ readonly answer: never } | null>> => {
  const own = await ownSession(page, frame)
  const session = own ?? (await page.context().newCDPSession(page))
  const world = own === null ? await mainWorldOf(session) : () => ({})
  return async (expression) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
      ...world(),
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return result.value
  }
}

/** Which context the scripts of the app run in now, where its frame shares the process of the page around it. */
const mainWorldOf = async (session: CDPSession): Promise<() => { readonly contextId?: number }> => {
  let world: { readonly contextId?: number } = {}
  const { frameTree } = await session.send('Page.getFrameTree')
  const top = frameTree.frame.id
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (String(context.auxData?.['isDefault']) === 'true' && context.auxData?.['frameId'] !== top)
      world = { contextId: context.id }
  })
  await session.send('Runtime.enable')
  return () => world
}
