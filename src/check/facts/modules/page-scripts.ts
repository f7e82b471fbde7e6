import { SDK_FILE_NAME } from '../../../sdk/sdk-file.js'
import { fileName } from '../bundle/paths.js'
import type { FileSummary, ScriptElement } from '../file-summary.js'

/** A page's scripts in the order in which they run; an async script keeps its place in the page. */
export const scriptsOfPage = (page: FileSummary): readonly ScriptElement[] =>
  (page.scripts ?? []).toSorted((a, b) => phase(a) - phase(b))

/** Whether a script element loads the SDK. */
export const loadsSdk = ({ path }: ScriptElement): boolean =>
  path !== null && fileName(path) === SDK_FILE_NAME

const phase = ({ runs }: ScriptElement): number => (runs === 'deferred' ? 1 : 0)
