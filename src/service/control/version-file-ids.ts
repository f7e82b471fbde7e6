import type { MiniAppVersion } from '../miniapps/records.js'
import type { ServiceStore } from '../records/store.js'

/** The versions that have files: all but those of deleted apps (3.1). */
export const versionFileIds = (records: Pick<ServiceStore, 'get' | 'all'>): readonly MiniAppVersion[] =>
  [...records.all('miniAppVersion')].filter(
    ({ appId }) => (records.get('miniApp', appId)?.standing ?? 'deleted') !== 'deleted',
  )
