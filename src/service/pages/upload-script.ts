/**
 * Shows the progress of an upload. Without it the form works as any does; the page that the form leads to is that of the
 * service in both cases.
 */
export const UPLOAD_SCRIPT = `'use strict'
const form = document.querySelector('form[enctype="multipart/form-data"]')
if (form !== null) {
  const status = form.querySelector('[role="status"]')
  const bar = form.querySelector('progress')
  const button = form.querySelector('button')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const request = new XMLHttpRequest()
    const show = (text, part) => {
      status.textContent = text
      bar.hidden = false
      if (part === null) bar.removeAttribute('value')
      else bar.value = part
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const percent = Math.floor((100 * loaded) / Math.max(1, total))
      show(percent < 100 ? 'Uploading: ' + percent + ' %' : 'Checking …', percent < 100 ? percent : null)
    })
    request.upload.addEventListener('load', () => show('Checking …', null))
    request.addEventListener('load', () => {
      // What the service answers is the page, as it is without a script.
      document.open()
      document.write(request.responseText)
      document.close()
    })
    request.addEventListener('error', () => {
      button.disabled = false
      bar.hidden = true
      status.textContent = 'The upload failed: the service did not answer. Reload the page and try again.'
    })
    button.disabled = true
    show('Uploading: 0%', 0)
    request.open('POST', form.action)
    request.send(new FormData(form))
  })
}
`
