/** What ends a line of text (readings: CR, LF, U+2028 and U+2029; CR and LF together are one). */
export const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/u
