/**
 * The contract of the publishing API: scopes, paths, request bodies, answers, limits. Sections are those of the
 * publishing API document.
 */

import { HOUR_MS, MB } from './units.js'

// Limits: 2.2, 2.4, 2.6, 8
export const POST_MAX_CHARACTERS = 500 // 2.2, 2.5, 8: Unicode code points
export const LINK_PREVIEWS_PER_POST = 2 // 2.5, 8: the first two links that are not videos
export const FEED_LIMIT_DEFAULT = 20 // 4, 8
export const FEED_LIMIT_MAX = 50 // 4, 8
export const FEED_LIMIT_MIN = 1
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3_600 // 2.6, 8
export const STORY_IMAGE_MAX_BYTES = 30 * MB // 2.4, 8
export const STORY_VIDEO_MAX_BYTES = 100 * MB // 2.4, 8
export const STORY_VIDEO_MAX_SECONDS = 30 // 2.4, 8
export const PUBLISHED_STORY_LIFETIME_MS = 48 * HOUR_MS // 2.4, 3, 8
export const CHAT_MESSAGE_LIFETIME_MS = 48 * HOUR_MS // 3, 8

/** 5.2: what each scope grants, in the words that the consent page shows. */
export const SCOPES = {
  'read:feed': "Read the user's feed, posts and profile.",
  'read:notifications': "Read the user's notifications.",
  'read:chat': "Read the user's private conversations.",
  'write:post': 'Publish posts as the user.',
  'write:media': "Upload media to the user's account.",
} as const satisfies Record<string, string>

export type Scope = keyof typeof SCOPES

export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[]

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text)

/** Splits a space-separated list of scopes (RFC 6749, 3.3) into those that the platform has and the rest. */
export const readScopes = (
  text: string,
): { readonly known: readonly Scope[]; readonly unknown: string[] } => {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))]
  return { known: names.filter(isScope), unknown: names.filter((name) => !isScope(name)) }
}

/** 2.2: the ratings, from mild to strict, and what each means. */
export const RATING_NAMES = ['sfw', 'suggestive', 'nsfw'] as const

export type Rating = (typeof RATING_NAMES)[number]

export const RATINGS = {
  sfw: 'suitable for a general audience',
  suggestive: 'not explicit, but not for every audience',
  nsfw: 'explicit sexual or graphic violent content',
} as const satisfies Record<Rating, string>

/** 2.4: the types that a story may have. */
export const STORY_IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export const STORY_VIDEO_TYPES = ['video/mp4', 'video/quicktime'] as const

/** 2.4: stories reach people under 18 and have no content warning. */
export const STORY_RATING: Rating = 'sfw'

/** 4: the operations, each with its place and the scopes that it needs. */
export const OPERATIONS = {
  getChat: { method: 'GET', path: '/v1/chat', scopes: ['read:chat'] },
  uploadMedia: { method: 'POST', path: '/v1/media', scopes: ['write:media'] },
  getNotifications: { method: 'GET', path: '/v1/notifications', scopes: ['read:notifications'] },
  createPost: { method: 'POST', path: '/v1/posts', scopes: ['write:post'] },
  getPost: { method: 'GET', path: '/v1/posts/{post_id}', scopes: ['read:feed'] },
  getProfile: { method: 'GET', path: '/v1/profile', scopes: ['read:feed'] },
  getUpdates: { method: 'GET', path: '/v1/updates', scopes: ['read:feed'] },
  uploadStory: { method: 'POST', path: '/v1/stories', scopes: ['write:post', 'write:media'] },
} as const satisfies Record<string, Operation>

/** Platform document, 4.1: the categories of mini apps with their names. Not an operation of this API. */
export const CATEGORIES_PATH = '/api/v1/miniapps/categories'

export interface Operation {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Stated only for stories (4); for the others, read from what the scopes grant (5.2). */
  readonly scopes: readonly Scope[]
}

export type OperationName = keyof typeof OPERATIONS

/** 5.1, 5.3, 5.4, 5.5: where authorization happens, below the base address. */
export const AUTHORIZATION_PATHS = {
  discovery: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  deviceAuthorization: '/oauth/device_authorization',
} as const

/** How much longer a device waits between polls after each `slow_down`: RFC 8628, 3.5. */
export const DEVICE_SLOW_DOWN_MS = 5_000
export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code' // RFC 8628, 3.4
