/** A part of a bundle path (2.9): without a leading dot, which excludes `..`, and without colon, backslash, slash or NUL. */
const PATH_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

export const isAllowedPathPart = (part: string): boolean => PATH_PART.test(part)
