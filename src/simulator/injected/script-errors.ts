import { MUTED_CROSSORIGIN } from '../messages.js'

/**
 * Loads the scripts that the app's own code adds with CORS, as the server does with those of its pages, so that their
 * errors have a text and a place. Where the app says how, it is done as the app says.
 */
export const tellErrorsOfScripts = (app: Window & typeof globalThis): void => {
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
  // With one, a script loads only where the app itself asks for CORS, here and on the service.
  onSet(prototype, 'integrity', (script) => {
    if (apply(getAttribute, script, ['crossorigin']) === MUTED_CROSSORIGIN)
      apply(removeAttribute, script, ['crossorigin'])
  })
}

/** Does something before a property of the platform's objects is set. */
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
