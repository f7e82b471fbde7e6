/** Offers a text or a picture as a download. */
export const saveFile = (name: string, content: string | Blob): void => {
  const file =
    typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser holds the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
