import { CALL_TABLE } from '../../../platform/calls/table.js'
import type { ArgumentFault, ArgumentFaultKind } from '../../facts/sdk/argument-fault.js'
import type { SdkCall } from '../../facts/sdk/calls.js'
import type { Impact } from '../../problem.js'
import type { FileRule, RuleText } from '../../rule.js'
import { callsRule } from './call-rule.js'

/** One rule per kind of fault in the arguments of an SDK call; the kind is the name of the rule. */
const TEXTS = {
  'bad-key': {
    impact: 'breaks',
    section: '8.2',
    breach:
      'A storage key or the key of a shared record has characters that are not allowed, or is too long.',
    why: 'The call rejects with INVALID_KEY (`storage`) or INVALID (`db`).',
    remedy: 'Use keys of 1 to 128 letters, digits and `_ . : -`.',
  },
  'missing-argument': {
    impact: 'breaks',
    section: '4.1',
    breach: 'An SDK call lacks a required argument.',
    why: 'The call rejects with INVALID.',
    remedy: 'Pass the argument that the message names.',
  },
  'number-out-of-range': {
    impact: 'breaks',
    section: '4.1',
    breach: 'A number passed to an SDK call is out of range.',
    why: 'The call rejects with INVALID.',
    remedy: 'Pass a number in the range that the message gives.',
  },
  'share-image': {
    impact: 'breaks',
    section: '4.4',
    breach: 'An image to share is a string that is not a PNG or JPEG data URL.',
    why: 'The call rejects with INVALID_IMAGE or IMAGE_TOO_LARGE, and no sheet opens. A path is not an image.',
    remedy: 'Pass a canvas, a Blob, or a PNG or JPEG data URL.',
  },
  'share-text': {
    impact: 'breaks',
    section: '4.4',
    breach: 'A text to share has a `#` hashtag, an `@` tag, a link or a control character.',
    why: 'The call rejects with INVALID_TEXT, and no sheet opens.',
    remedy: 'Remove it. The host adds a link to the app.',
  },
  'text-length': {
    impact: 'breaks',
    section: '8.2',
    breach: 'A text passed to an SDK call is empty or too long.',
    why: 'The call rejects.',
    remedy: 'Shorten the text, or split it over several calls.',
  },
  'unknown-option': {
    impact: 'degrades',
    section: '4.1',
    breach: 'An SDK call gets an option that does not exist.',
    why: 'The host ignores the option, so the call does not do what the script says.',
    remedy: 'Spell the option as the SDK does, or remove it.',
  },
  'unknown-value': {
    impact: 'breaks',
    section: '4.1',
    breach: 'An option of an SDK call has a value that is not allowed.',
    why: 'The call rejects with INVALID.',
    remedy: 'Use one of the values that the message lists.',
  },
  'wrong-type': {
    impact: 'breaks',
    section: '4.1',
    breach: 'An SDK call gets an argument of the wrong type.',
    why: 'The host accepts the documented types only: the call rejects with INVALID.',
    remedy:
      'Pass a value of the type that the message names. Stored values are strings, so convert them with `String` or `JSON.stringify`.',
  },
} as const satisfies Record<
  ArgumentFaultKind,
  Pick<RuleText, 'section' | 'breach' | 'why' | 'remedy'> & { readonly impact: Impact }
>

const ruleOf = (kind: string, text: (typeof TEXTS)[ArgumentFaultKind]): FileRule =>
  callsRule({ id: `sdk/${kind}`, level: 'warning', ...text }, async (calls) =>
    (await faultsIn(calls))
      .filter(({ fault }) => fault.kind === kind)
      .map(({ call, fault }) => ({
        call,
        ...(text.impact === 'degrades' ? {} : { failing: fault.code === 'throws' ? 'throws' : 'rejects' }),
        message: `Service.${call.name}(): ${fault.found}${outcome(fault)}.`,
        fix: fault.fix,
      })),
  )

const outcome = ({ code }: ArgumentFault): string => {
  if (code === null) return ''
  return code === 'throws' ? '; the call throws' : `; the call rejects with ${code}`
}

interface FoundFault {
  readonly call: SdkCall
  readonly fault: ArgumentFault
}

/** Every rule of the kind asks for the same. */
const faultsIn = async (calls: readonly SdkCall[]): Promise<readonly FoundFault[]> => {
  const known = KNOWN.get(calls)
  if (known !== undefined) return known
  // The schemas take their time to load, and most scripts say nothing that they could judge.
  const judged = calls.filter(saysSomething)
  const found: FoundFault[] = []
  if (judged.length > 0) {
    const { argumentFaults } = await import('../../facts/sdk/arguments.js')
    for (const call of judged) for (const fault of argumentFaults(call)) found.push({ call, fault })
  }
  KNOWN.set(calls, found)
  return found
}

const KNOWN = new WeakMap<readonly SdkCall[], readonly FoundFault[]>()

/** Whether anything is known of what a call is given, be it that it is left out. */
const saysSomething = ({ method, name, values, open }: SdkCall): boolean => {
  const wanted = method === null ? (name.endsWith('on') ? 2 : 0) : CALL_TABLE[method].arguments.length
  const given = values.slice(0, wanted)
  return given.some(({ kind }) => kind !== 'unknown') || (given.length < wanted && !open)
}

/** The rules on the arguments of SDK calls. */
export const SDK_ARGUMENT_RULES: readonly FileRule[] = Object.entries(TEXTS).map(([kind, text]) =>
  ruleOf(kind, text),
)
