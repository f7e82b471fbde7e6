import { appFolder, isSandboxed } from './sandbox.js'

/*! A form that opens a page of the app with what was typed opens it: the sandbox sends no form to an address. */
export const shimForms = (): void => {
  if (!isSandboxed()) return
  const folder = appFolder()
  addEventListener('submit', (event) => {
    const { target, submitter } = event
    // Where a script of the page handles it, it is prevented by now: the window hears of it last.
    if (event.defaultPrevented || !(target instanceof HTMLFormElement)) return
    const given = (name: string): string | null =>
      submitter?.getAttribute(`form${name}`) ?? target.getAttribute(name)
    const page = new URL(given('action') ?? '', location.href)
    if ((given('method') ?? 'get').toLowerCase() !== 'get' || !page.href.startsWith(folder)) return
    event.preventDefault()
    const typed = new URLSearchParams()
    for (const [name, value] of new FormData(target, submitter))
      typed.append(name, typeof value === 'string' ? value : value.name)
    page.search = typed.toString()
    location.href = page.href
  })
}
