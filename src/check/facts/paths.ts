/** What a part of a path may be (2.9). */
const PATH_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

export const isAllowedPathPart = (part: string): boolean => PATH_PART.test(part)

/** Whether a part is hidden in the way that people's tools hide files: `.` and `..` are no names at all. */
export const isHiddenPart = (part: string): boolean => part.startsWith('.') && part !== '.' && part !== '..'
