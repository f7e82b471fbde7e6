import { isSandboxed, replaceMethod } from './sandbox.js'

/*! Notification: denied, also where the browser has none or throws. */
export const shimNotifications = (): void => {
  if (!isSandboxed()) return
  const denied = Object.assign(
    function Notification(title: unknown): EventTarget {
      const nothing = { onclick: null, onclose: null, onerror: null, onshow: null, close: () => {} }
      return Object.assign(new EventTarget(), { title: `${title}` }, nothing)
    },
    {
      permission: 'denied',
      maxActions: 0,
      requestPermission: (answered?: (permission: string) => void): Promise<string> => {
        if (typeof answered === 'function') setTimeout(() => answered('denied'))
        return Promise.resolve('denied')
      },
    },
  )
  replaceMethod(window, 'Notification', denied)
}
