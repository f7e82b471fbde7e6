/** The form fields that are credentials (5.4, RFC 6749, 6, RFC 8628, 3.4, RFC 7009, 2.1). */
const SECRET_FIELDS = ['code', 'code_verifier', 'refresh_token', 'device_code', 'token'] as const
/** Shorter ones may be ordinary words of an answer. */
const MIN_SECRET_CHARACTERS = 8
const HIDDEN = '[hidden]'

/** The secrets of a request: its bearer token, or the codes and tokens of its form. */
export const secretsOf = (headers: Readonly<Record<string, string>>, body: unknown): readonly string[] => {
  const authorization = headers['authorization']
  const secrets =
    authorization !== undefined
      ? [authorization.replace(/^\S+ /, '')]
      : typeof body === 'string'
        ? SECRET_FIELDS.flatMap((name) => new URLSearchParams(body).get(name) ?? [])
        : []
  return secrets.filter(({ length }) => length >= MIN_SECRET_CHARACTERS)
}

/** A server's text without the secrets sent to it: some servers repeat them in errors. */
export const hideSecrets = (text: string, secrets: readonly string[]): string => {
  let shown = text
  for (const secret of secrets)
    for (const form of new Set([secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/')]))
      shown = shown.replaceAll(form, HIDDEN)
  return shown
}
