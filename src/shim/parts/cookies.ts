import { createCookieJar } from './cookie-jar.js'
import { replace, works } from './sandbox.js'
import { saved } from './saved.js'
import { needValues } from './start.js'

/*! document.cookie keeps its cookies in Service.storage. */
export const shimCookies = (): void => {
  if (works(() => document.cookie)) return
  const jar = createCookieJar(saved.items('cookie'), () => Date.now())
  replace(document, 'cookie', {
    get: () => jar.read(),
    set: (cookie: unknown) => jar.write(`${cookie}`),
  })
  replace(navigator, 'cookieEnabled', { get: () => true })
  needValues()
}
