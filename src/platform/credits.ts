/**
 * Credits: decimal strings with up to three decimals in interfaces, whole thousandths in code, never floating point (2.3,
 * readings).
 */

/** The format of a decimal string of credits, in code and in the manifest's JSON schema. */
export const CREDITS = /^(0|[1-9]\d*)(\.\d{1,3})?$/

/** The thousandths in a decimal string, or null if it is not valid. */
export const parseCredits = (text: string): number | null => {
  const match = CREDITS.exec(text)
  if (match === null) return null
  const thousandths = Number(match[1]) * 1_000 + Number((match[2] ?? '').slice(1).padEnd(3, '0'))
  return Number.isSafeInteger(thousandths) ? thousandths : null
}

/** A decimal string of credits with its unit: `1 credit`, `0.5 credits`. */
export const inCredits = (amount: string): string =>
  `${amount} ${amount === '1' || amount === '-1' ? 'credit' : 'credits'}`

/** A whole number of thousandths as a decimal string, without trailing zeros. */
export const formatCredits = (thousandths: number): string => {
  const sign = thousandths < 0 ? '-' : ''
  const digits = String(Math.abs(thousandths)).padStart(4, '0')
  const decimals = digits.slice(-3).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -3)}${decimals === '' ? '' : `.${decimals}`}`
}
