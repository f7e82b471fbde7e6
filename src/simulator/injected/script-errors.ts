import { MUTED_CROSSORIGIN } from '../injected-messages.js'

/**
 * Loads scripts that the app's code adds with CORS, as the server does for scripts in pages, so that their errors have a
 * message and a position. If the app sets `crossorigin` itself, that is used.
 */
export const showScriptErrors = (app: Window & typeof globalThis): void => {
  const { getAttribute, setAttribute, removeAttribute } = app.Element.prototype
  const { prototype } = app.HTMLScriptElement
  const { apply } = Reflect
  onSet(prototype, 'src', (script) => {
    if (
      apply(getAttribute, script, ['crossorigin']) === null &&
      apply(getAttribute, script, ['integrity']) === null
    )
      apply(setAttribute, script, ['crossorigin', MUTED_CROSSORIGIN])
  })
  // With `integrity`, a script loads only if the app itself uses CORS, here and on the service.
  onSet(prototype, 'integrity', (script) => {
    if (apply(getAttribute, script, ['crossorigin']) === MUTED_CROSSORIGIN)
      apply(removeAttribute, script, ['crossorigin'])
  })
}

/** Calls `before` before a property of browser objects is set. */
const onSet = (owner: object, name: string, before: (of: unknown) => void): void => {
  const property = Object.getOwnPropertyDescriptor(owner, name)
  const { set } = property ?? {}
  if (set === undefined) return
  Object.defineProperty(owner, name, {
    ...property,
    set(this: unknown, value: unknown) {
      before(this)
      Reflect.apply(set, this, [value])
    },
  })
}
