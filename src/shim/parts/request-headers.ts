import { sayOnce } from './log.js'
import { isSandboxed, replace, replaceMethod } from './sandbox.js'

/*! Requests with headers or credentials of their own: the page has no origin, so the browser asks the host first, which answers no. They go out without. */
export const shimRequestHeaders = (): void => {
  if (!isSandboxed()) return
  const { prototype } = XMLHttpRequest
  const { setRequestHeader } = prototype
  replaceMethod(
    prototype,
    'setRequestHeader',
    function (this: XMLHttpRequest, ...[name, value]: unknown[]): void {
      if (isPlain(`${name}`, `${value}`)) Reflect.apply(setRequestHeader, this, [name, value])
      else leaveOut(`${name}`)
    },
  )
  replace(prototype, 'withCredentials', { get: () => false, set: () => {} })
  const nativeFetch = window.fetch
  replaceMethod(window, 'fetch', (...[input, init, ...more]: unknown[]): Promise<Response> => {
    const given = typeof init === 'object' && init !== null ? { ...init } : init
    return Reflect.apply(nativeFetch, window, [input, withoutExtras(given), ...more])
  })
}

const withoutExtras = (init: unknown): unknown => {
  if (typeof init !== 'object' || init === null) return init
  const { headers, credentials } = init as RequestInit
  const kept = new Headers()
  if (headers !== undefined)
    new Headers(headers).forEach((value, name) => {
      if (isPlain(name, value)) kept.set(name, value)
      else leaveOut(name)
    })
  return {
    ...init,
    ...(headers === undefined ? {} : { headers: kept }),
    ...(credentials === 'include' ? { credentials: 'same-origin' } : {}),
  }
}

/** Whether the browser sends a header without asking: those that every form sends (the Fetch Standard, 2.2.2). */
const isPlain = (name: string, value: string): boolean => {
  if (value.length > 128) return false
  switch (name.toLowerCase()) {
    case 'accept':
    case 'accept-language':
    case 'content-language':
      return true
    case 'content-type':
      return /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i.test(
        value,
      )
    case 'range':
      return /^bytes=\d+-\d*$/.test(value)
    default:
      return false
  }
}

const leaveOut = (name: string): void => sayOnce(`The request goes out without the header ${name}.`)
