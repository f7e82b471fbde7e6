import type { RecordReader } from '../miniapps/draft.js'
import type { MiniAppVersion } from '../miniapps/records.js'

/** The versions that have files: all but those of deleted apps (3.1). */
export const versionFileIds = (records: RecordReader): readonly MiniAppVersion[] =>
  [...records.all('miniAppVersion')].filter(
    ({ appId }) => (records.get('miniApp', appId)?.standing ?? 'deleted') !== 'deleted',
  )
