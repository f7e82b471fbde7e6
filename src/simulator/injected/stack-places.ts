import { SDK_FILE_NAME } from '../../platform/sdk-file-name.js'
import type { AppReport } from '../injected-messages.js'

type Place = Pick<AppReport, 'source' | 'line' | 'column'>

const NO_PLACE: Place = { source: null, line: null, column: null }

/** The first place in a stack as browsers describe it, and the first one that is not in the SDK. */
export const placesOf = (
  stack: string | undefined,
): { readonly first: Place; readonly outsideSdk: Place } => {
  const places = [...(stack ?? '').matchAll(/(https?:\/\/[^\s()]+?):(\d+):(\d+)/g)].map(
    ([, source = '', line, column]): Place => ({ source, line: Number(line), column: Number(column) }),
  )
  return {
    first: places[0] ?? NO_PLACE,
    outsideSdk: places.find(({ source }) => !isSdk(source)) ?? NO_PLACE,
  }
}

const isSdk = (source: string | null): boolean =>
  source?.split('?', 1)[0]?.endsWith(`/${SDK_FILE_NAME}`) === true
