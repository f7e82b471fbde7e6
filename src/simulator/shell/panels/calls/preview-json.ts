/**
 * A value as one short line of JSON. The work depends on `limit`, not on the value: a shared picture may be
 * megabytes.
 * @returns at most about `limit` characters, with … if something was omitted
 */
export const previewJson = (value: unknown, limit: number): string => {
  const parts: string[] = []
  let left = limit
  const put = (text: string): boolean => {
    if (text.length <= left) {
      parts.push(text)
      left -= text.length
      return true
    }
    parts.push(text.slice(0, left), '…')
    left = -1
    return false
  }
  const write = (item: unknown): boolean => {
    if (typeof item === 'string')
      return put(JSON.stringify(item.length > limit ? item.slice(0, limit) : item))
    if (Array.isArray(item)) {
      if (!put('[')) return false
      for (let index = 0; index < item.length; index++)
        if ((index > 0 && !put(', ')) || !write(item[index])) return false
      return put(']')
    }
    if (typeof item === 'object' && item !== null) {
      if (!put('{')) return false
      let first = true
      for (const [key, field] of Object.entries(item)) {
        if (!put(`${first ? ' ' : ', '}${key}: `) || !write(field)) return false
        first = false
      }
      return put(first ? '}' : ' }')
    }
    return put(String(item))
  }
  write(value)
  return parts.join('')
}
