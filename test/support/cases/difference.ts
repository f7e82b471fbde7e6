/**
 * The members that only one of two unions has; `never` if they have the same ones. Where it is not `never`,
 * `expectTypeOf<Difference<A, B>>().toBeNever()` fails with a message of the compiler that names exactly these.
 */
export type Difference<A, B> = Exclude<A, B> | Exclude<B, A>
