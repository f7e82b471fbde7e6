import type { BundleRule, RuleText } from '../../rule.js'

/** A rule that tells one kind of fault of a zip; the kind is the rule's name. */
export const faultRule = (text: RuleText): BundleRule => {
  const kind = text.id.slice(text.id.indexOf('/') + 1)
  return {
    ...text,
    check: ({ bundle }) =>
      bundle.kind !== 'zip'
        ? []
        : bundle.faults
            .filter((fault) => fault.kind === kind)
            .map(({ path, detail }) => ({
              file: path,
              message: `${path === null ? 'The zip' : 'The entry'} ${text.level === 'error' ? 'is refused' : 'is odd'}: ${detail}.`,
              fix: 'Make the zip again, best with miniapp pack.',
            })),
  }
}
