import { AI_CONSENTS_CODEC, AI_CONSENTS_DOCUMENT } from '../ai/document.js'
import { LEDGER_CODEC, LEDGER_DOCUMENT } from '../money/document.js'
import { Ledger } from '../money/ledger.js'
import { NICKNAMES_CODEC, NICKNAMES_DOCUMENT } from '../nickname/document.js'
import { SHARED_STORE_CODEC, SHARED_STORE_DOCUMENT } from '../records/document.js'
import { SharedStore } from '../records/shared-store.js'
import { IDENTITY_CODEC, IDENTITY_DOCUMENT } from '../session/identity-document.js'
import { STORAGE_CODEC, storageDocument } from '../storage/document.js'
import type { AppContents } from './app-data-codec.js'

/** The documents that a host opened from its store would hold just this, by their names. */
export const documentsOf = (contents: AppContents): ReadonlyMap<string, unknown> =>
  new Map([
    [IDENTITY_DOCUMENT, IDENTITY_CODEC.serialize({ ownerId: contents.ownerId })],
    [LEDGER_DOCUMENT, LEDGER_CODEC.serialize({ ledger: new Ledger(contents.ledger) })],
    [NICKNAMES_DOCUMENT, NICKNAMES_CODEC.serialize(new Map(contents.nicknames))],
    [AI_CONSENTS_DOCUMENT, AI_CONSENTS_CODEC.serialize(new Map(contents.aiConsents))],
    [SHARED_STORE_DOCUMENT, SHARED_STORE_CODEC.serialize(new SharedStore(contents.records))],
    ...[...contents.storage].map(
      ([seat, values]) => [storageDocument(seat), STORAGE_CODEC.serialize(new Map(values))] as const,
    ),
  ])
