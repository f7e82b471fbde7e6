/** What a part of a bundle path may be (2.9): no dot in front, so that `..` is none, nor any colon, backslash, slash or NUL. */
const PATH_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

export const isAllowedPathPart = (part: string): boolean => PATH_PART.test(part)
