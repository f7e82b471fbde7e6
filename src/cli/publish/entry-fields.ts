import { isJsonObject, type JsonObject } from '../../platform/text.js'

/**
 * The fields of an entry by their role. The specification does not give the fields of reads, so these are common
 * names of such APIs; a field with another name is listed with its name.
 */

/** Who wrote or did it, from a whole person to an ID. */
export const AUTHOR_FIELDS = [
  'author',
  'user',
  'sender',
  'from',
  'actor',
  'member',
  'account',
  'author_name',
  'display_name',
  'username',
  'name',
  'sender_id',
  'author_id',
  'actor_id',
  'member_id',
  'user_id',
]
const PERSON_NAME_FIELDS = ['display_name', 'name', 'username', 'handle', 'nickname', 'id']
/** A name that tells people of the same name apart. */
export const HANDLE_FIELDS = ['username', 'handle', 'acct']
export const TIME_FIELDS = [
  'created_at',
  'published_at',
  'sent_at',
  'updated_at',
  'timestamp',
  'time',
  'date',
  'last_message_at',
]
export const BODY_FIELDS = [
  'content',
  'text',
  'body',
  'message',
  'caption',
  'title',
  'bio',
  'description',
  'last_message',
]
/** Lists of pictures, videos and links, shown below the text. */
export const MEDIA_FIELDS = ['media_urls', 'media', 'attachments', 'images', 'videos', 'links', 'urls']
export const HASHTAG_FIELDS = ['hashtags', 'tags']
export const RATING_FIELDS = ['content_rating', 'rating']
export const APP_FIELDS = ['app', 'application', 'app_name', 'via']
/** What a notification is about. */
export const SUBJECT_FIELDS = ['subject_id', 'post_id', 'conversation_id', 'target_id']
export const MEMBERS_FIELDS = ['member_ids', 'members', 'participants', 'participant_ids']
export const STATS_FIELDS = ['stats', 'counts', 'statistics', 'metrics']

/** What the kinds of a notification mean, after the name of its author. */
export const ACTIONS: Readonly<Record<string, string>> = {
  message: 'sent you a message',
  reaction: 'reacted',
  like: 'liked your post',
  reply: 'replied',
  comment: 'commented',
  mention: 'mentioned you',
  follow: 'follows you',
  repost: 'reposted your post',
}

/** The name of a person or profile; null if there is none. */
export const nameIn = (value: unknown): string | null => {
  if (typeof value === 'string' && value !== '') return value
  const field = nameField(value)
  return field === null || !isJsonObject(value) ? null : String(value[field])
}

/** What tells people of the same name apart: a handle, else an ID; null if there is none besides the name. */
export const handleIn = (value: unknown): { readonly field: string; readonly handle: string } | null => {
  if (!isJsonObject(value)) return null
  const name = nameField(value)
  const field = [...HANDLE_FIELDS, 'id'].find((one) => one !== name && isText(value[one]))
  if (field === undefined) return null
  const handle = String(value[field])
  return { field, handle: field === 'id' ? `(${handle})` : `@${handle}` }
}

/** What a person's heading does not show. */
export const withoutName = (person: JsonObject): JsonObject => {
  const shown = [nameField(person), handleIn(person)?.field]
  return Object.fromEntries(Object.entries(person).filter(([key]) => !shown.includes(key)))
}

const nameField = (value: unknown): string | null =>
  isJsonObject(value) ? (PERSON_NAME_FIELDS.find((field) => isText(value[field])) ?? null) : null

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Whether a value says nothing to a reader: an empty text, list or object, or null. */
export const isSilent = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0)

/** Whether a value is a number or list of plain values that can be put into one line. */
export const isPlainList = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')

/** Whether an object has only numbers, such as `{ "likes": 3 }`. */
export const isCounts = (value: unknown): value is Readonly<Record<string, number>> =>
  isJsonObject(value) && Object.values(value).every((item) => typeof item === 'number')
