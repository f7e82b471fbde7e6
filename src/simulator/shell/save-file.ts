/** Offers a text to the person as a download. */
export const saveFile = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the file once the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
