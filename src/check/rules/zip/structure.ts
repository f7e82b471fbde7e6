import type { BundleFault } from '../../../bundle/bundle.js'
import type { ZipFaultKind } from '../../../bundle/zip-faults.js'
import { MAX_FILES } from '../../../platform/limits.js'
import { formatNumber } from '../../../terminal/units.js'
import type { BundleRule, Finding, RuleText } from '../../rule.js'
import { namesOf } from '../../shortened.js'

/** One rule per kind of fault in the structure of a zip (2.9); the kind is the name of the rule. */
const TEXTS = {
  'ambiguous-structure': {
    level: 'error',
    breach: 'The zip can be read in more than one way.',
    why: 'The files that are checked must be the files that are unpacked. The service refuses bytes around the parts, hidden entries, several end records, Zip64 numbers that contradict others, extra fields that some readers act on, and multi-part zips.',
    remedy:
      'Create the zip again with `miniapp pack`. With another tool, turn off extra fields, and remove comments and bytes around the parts.',
  },
  'contradicting-header': {
    level: 'error',
    breach: 'The zip describes an entry in two different ways.',
    why: 'Readers differ in which description they follow.',
    remedy: 'Create the zip again from the original files, for example with `miniapp pack`.',
  },
  'duplicate-entry': {
    level: 'error',
    breach: 'Two entries of the zip have the same name, or a name is both a file and a folder.',
    why: 'Readers differ in which of the two they use.',
    remedy: 'Remove or rename one of the two.',
  },
  empty: {
    level: 'error',
    breach: 'The zip has no entries.',
    why: 'A bundle contains at least a manifest, a page and an icon.',
    remedy: "Zip the folder's contents, with manifest.json at the root.",
  },
  encrypted: {
    level: 'error',
    breach: 'An entry of the zip is encrypted.',
    why: 'The service has no password to open it.',
    remedy: 'Zip the files without a password.',
  },
  flood: {
    level: 'error',
    breach: 'The zip has more than 10,000 entries.',
    why: `A bundle has at most ${formatNumber(MAX_FILES)} files. A zip with this many entries is refused without looking at each one.`,
    remedy: 'Remove or combine files.',
  },
  'not-a-zip': {
    level: 'error',
    breach: 'The file is not a zip, or it is damaged.',
    why: 'The service cannot read it.',
    remedy: 'Copy or download the zip again, or create it again with `miniapp pack`.',
  },
  'overlapping-entries': {
    level: 'error',
    breach: 'Entries of the zip overlap.',
    why: 'Zip bombs share bytes between entries, so that a small zip unpacks to a huge size.',
    remedy: 'Create the zip again from the original files, for example with `miniapp pack`.',
  },
  'special-entry': {
    level: 'error',
    breach: 'The zip has an entry that is not a regular file.',
    why: 'A bundle contains regular files only: no links, pipes or devices, and no folder entries with contents.',
    remedy: 'Replace the entry with the file itself, or remove it.',
  },
  'unaccounted-bytes': {
    level: 'warning',
    breach: 'The zip has bytes that belong to no entry.',
    why: 'They make the upload larger for no benefit, and may be left over from a file that you removed.',
    remedy: 'Create the zip again from the original files, for example with `miniapp pack`.',
  },
  'unknown-method': {
    level: 'error',
    breach: 'An entry uses a compression method that the platform does not support.',
    why: 'Entries must be stored or deflated.',
    remedy: 'Zip the files with the method Deflate.',
  },
  'unsafe-name': {
    level: 'error',
    breach: 'The name of an entry points outside the folder, or different systems read it differently.',
    why: 'Names with `..`, drive letters, backslashes, control characters or two encodings are used to smuggle files in.',
    remedy: 'Rename the file with letters, digits, _, - and dots, and zip it again.',
  },
} as const satisfies Record<ZipFaultKind, Pick<RuleText, 'level' | 'breach' | 'why' | 'remedy'>>

/** The same fault often affects every entry of a zip, and a zip can have thousands. */
const MAX_REPORTED = 100

/** So many entries with one fault may be slips; more have one cause. */
const MAX_APART = 3

const ruleOf = (kind: string, text: (typeof TEXTS)[ZipFaultKind]): BundleRule => ({
  id: `zip/${kind}`,
  impact: null,
  section: '2.9',
  ...text,
  check: ({ bundle }) => {
    if (bundle.kind !== 'zip') return []
    const faults = bundle.faults.filter((fault) => fault.kind === kind)
    const causes = new Map<string, BundleFault[]>()
    for (const fault of faults) {
      const cause = fault.path === null ? null : causes.get(fault.detail)
      if (cause === undefined) causes.set(fault.detail, [fault])
      else cause?.push(fault)
    }
    const isAll = bundle.files.length === 0 && faults.length === bundle.faults.length
    const together = [...causes.values()].filter(
      (cause) => cause.length > MAX_APART || (isAll && cause.length === faults.length && cause.length > 1),
    )
    const apart = faults.filter((fault) => !together.some((cause) => cause.includes(fault)))
    const findings = [
      ...together.map((cause) => togetherOf(cause, isAll && cause.length === faults.length, text)),
      ...apart.slice(0, MAX_REPORTED).map((fault) => findingOf(fault, text)),
    ]
    const more = apart.length - MAX_REPORTED
    if (more <= 0) return findings
    const message = `${formatNumber(more)} more entries are refused for the same reason.`
    return [...findings, { file: null, message }]
  },
})

/** The entries of a zip that are refused for one cause: most often, the tool that made it. */
const togetherOf = (
  cause: readonly BundleFault[],
  isAll: boolean,
  { remedy }: Pick<RuleText, 'remedy'>,
): Finding => {
  const names = namesOf(cause.map(({ path }) => path ?? ''))
  const count = `${isAll ? 'the ' : ''}${formatNumber(cause.length)}`
  return {
    file: null,
    message: `Each of ${count} entries is refused: ${cause[0]?.detail} (${names}).`,
    fix: cause[0]?.fix ?? remedy,
  }
}

const findingOf = (
  { path, detail, fix }: BundleFault,
  { level, remedy }: Pick<RuleText, 'level' | 'remedy'>,
): Finding => ({
  file: path,
  message:
    level === 'error'
      ? `${path === null ? 'The zip' : 'The entry'} is refused: ${detail}.`
      : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`,
  fix: fix ?? remedy,
})

/** The rules on the structure of a zip. */
export const ZIP_RULES: readonly BundleRule[] = Object.entries(TEXTS).map(([kind, text]) =>
  ruleOf(kind, text),
)
