/**
 * The bytes of a base64 text (RFC 4648, section 4).
 * @returns null unless it is the one text that encodes them: with padding, without white space
 */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = decoded(text)
  } catch {
    return null
  }
  const last = bytes.subarray(bytes.length - (bytes.length % 3 || 3))
  const isWhole = text.length === Math.ceil(bytes.length / 3) * 4
  return isWhole && text.endsWith(btoa(String.fromCharCode(...last))) ? bytes : null
}

/** @throws where the text is not base64 */
const decoded = (text: string): Uint8Array<ArrayBuffer> => {
  // Browsers of 2025 and later do it in a fraction of the time. TypeScript does not know the method yet.
  const { fromBase64 } = Uint8Array as { readonly fromBase64?: typeof decoded } & Uint8ArrayConstructor
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text)
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
