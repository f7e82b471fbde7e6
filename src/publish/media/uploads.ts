import { Failure } from '../../failure.js'
import { OPERATIONS, STORY_RATING } from '../../platform/publishing.js'
import { MINUTE_MS } from '../../platform/units.js'
import type { Account, CallContext } from '../requests/authorized-call.js'
import { callApi } from '../requests/authorized-call.js'
import { base64Body } from './base64-body.js'
import type { MediaFile } from './media-file.js'

/** 2.4: the service re-encodes videos, which takes much longer than to look at a picture. */
export const VIDEO_ANSWER_TIMEOUT_MS = 5 * MINUTE_MS

const patienceFor = (type: string): { readonly answerTimeoutMs?: number } =>
  type.startsWith('video/') ? { answerTimeoutMs: VIDEO_ANSWER_TIMEOUT_MS } : {}

/**
 * Uploads a picture or video (2.3).
 * @returns the media reference: the last line of the answer, an opaque text
 */
export const uploadMedia = async (
  account: Account,
  file: MediaFile,
  context: CallContext,
  onSent: (bytes: number) => void,
): Promise<string> => {
  const { path } = OPERATIONS.uploadMedia
  const body = base64Body({ filename: file.name, content_type: file.type }, file, onSent)
  const result = await callApi(
    account,
    { operation: OPERATIONS.uploadMedia, path, body, sends: 'media', ...patienceFor(file.type) },
    context,
  )
  // The line breaks at the end make no line. The line itself is opaque, with any spaces in it.
  const reference =
    result
      .replace(/[\r\n]+$/, '')
      .split(/\r?\n/)
      .at(-1) ?? ''
  if (reference.trim() === '')
    throw new Failure(
      'network',
      'The service accepted the file but returned no reference.',
      'Try again later.',
    )
  return reference
}

/**
 * Publishes a story (2.4).
 * @returns the service's answer, whose format is undocumented
 */
export const uploadStory = (
  account: Account,
  file: MediaFile,
  contentType: string,
  reasoning: string,
  context: CallContext,
  onSent: (bytes: number) => void,
): Promise<string> => {
  const fields = {
    filename: file.name,
    content_type: contentType,
    content_rating: STORY_RATING,
    rating_reasoning: reasoning,
  }
  const { path } = OPERATIONS.uploadStory
  const body = base64Body(fields, file, onSent)
  return callApi(
    account,
    { operation: OPERATIONS.uploadStory, path, body, sends: 'story', ...patienceFor(contentType) },
    context,
  )
}
