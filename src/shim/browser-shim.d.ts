/**
 * Stands in for what the sandbox takes away from a mini app, so that libraries which expect a browser's own run in it.
 * `miniapp init --shim` puts it into a project without a bundler, as `browser-shim.js`. In a project with one, whose page loads
 * service-miniapp.js by a script element:
 *
 *     import { ready } from 'miniapp/shim'
 *     await ready
 *     await import('./game.js')
 *
 * Each part is tested first, and leaves alone what works: on a page of your own nothing changes.
 *
 * - `localStorage` and `document.cookie` keep their values in `Service.storage`, for this person in this app. Writes are
 *   gathered and sent within 120 a minute; values over 4,096 characters are split. What does not fit (1,024 keys, about
 *   1.3 million characters in one value) is told in the log and kept in memory.
 * - `sessionStorage` keeps its values until the app closes.
 * - `navigator.getGamepads()` is an empty list.
 * - `alert`, `confirm`, `prompt`, `print` and `window.open` write to the log: `confirm` and `prompt` answer as if OK was
 *   pressed, and `window.open` gives a window that is closed, unless it opens a page of the app in the same window.
 * - `indexedDB` keeps its databases in `Service.storage` too, up to 6 MB, packed, and records of up to 700 KB. What is
 *   above is told in the log and kept in memory.
 * - `navigator.serviceWorker` registers nothing; `Notification` is denied; fullscreen and `screen.orientation.lock` do
 *   nothing and resolve; pointer lock gives the pointer's movements within the frame.
 * - Pictures and videos that scripts load get `crossorigin`, so that a canvas on which they are drawn can be read.
 * - Requests with headers or credentials of their own are sent without them: the host answers no preflight.
 * - `new Worker('path.js')` starts the worker from a `blob:` URL.
 */
/**
 * Resolves when the saved values are loaded or unavailable; it never rejects. `localStorage` is empty before. The
 * host usually answers immediately. To continue without it, for example after a second:
 *
 *     await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, 1000))])
 */
export declare const ready: Promise<void>
