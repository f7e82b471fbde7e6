import type * as z from 'zod'

/** A route of a control API. Its key in a table is its method and path: `POST sheets/:seat/:sheet`. */
export interface Route {
  /** The parameters after the `?`. */
  readonly query?: z.ZodType
  /** The JSON that it takes, or `bytes` for a file. */
  readonly body?: z.ZodType | 'bytes'
  /** The largest JSON that it takes, in body-parser's notation; default `64kb`. */
  readonly limit?: string
  /** What to send instead of a request that is not valid. */
  readonly example?: string
  /** Of its answer; default 200. */
  readonly status?: 201 | 204
  readonly answer: z.ZodType
}

/** The routes of a server. */
export type Routes = Readonly<Record<string, Route>>

/** The names in the path of a key: `seat` and `sheet` of `POST sheets/:seat/:sheet`. */
export type PathNames<Key> = Key extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : Key extends `${string}:${infer Name}`
    ? Name
    : never

export type AnswerOf<R extends Route> = z.output<R['answer']>

/** The JSON that a route takes. */
export type BodyOf<R extends Route> = R extends { readonly body: infer Body extends z.ZodType }
  ? z.input<Body>
  : never

/** What is sent to a route: its path's parameters, its query and its body. */
type Sent<Key, R extends Route> = ([PathNames<Key>] extends [never]
  ? unknown
  : { readonly path: Readonly<Record<PathNames<Key>, string | number>> }) &
  (R extends { readonly query: infer Query extends z.ZodType } ? Needed<'query', z.input<Query>> : unknown) &
  (R extends { readonly body: z.ZodType } ? Needed<'body', BodyOf<R>> : unknown)

/** A field that can be left out where nothing in it is required. */
type Needed<Name extends string, Value> =
  Record<never, never> extends Value ? { readonly [K in Name]?: Value } : { readonly [K in Name]: Value }

/** Asks a server, typed by its routes. */
export type Ask<R extends Routes> = <Key extends keyof R & string>(
  key: Key,
  ...sent: Record<never, never> extends Sent<Key, R[Key]>
    ? [sent?: Sent<Key, R[Key]>]
    : [sent: Sent<Key, R[Key]>]
) => Promise<AnswerOf<R[Key]>>

/** What is sent to any route. */
export interface AnySent {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: object
  readonly body?: unknown
}

/** The method of a route, and its address below `control/`. */
export const addressOf = (key: string, { path = {}, query = {} }: AnySent = {}) => {
  const [method = '', pattern = ''] = key.split(' ')
  const filled = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return { method, path: [filled, parameters.join('&')].filter((part) => part !== '').join('?') }
}

/**
 * Asks as the routes of a server are. Answers are not read by their schemas: client and server are one package.
 * @param ask sends to any route
 */
export const askBy = <R extends Routes>(ask: (key: string, sent?: AnySent) => Promise<unknown>): Ask<R> =>
  ask as unknown as Ask<R>
