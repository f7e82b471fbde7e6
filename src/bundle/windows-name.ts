import { usageFailure } from '../failure.js'

/** The names of devices, as Windows takes them in any letter case and with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?=\.|$)/i

/** Why Windows cannot create a file or folder of a name. */
interface WindowsNameFault {
  readonly kind: 'device' | 'dot'
  readonly message: string
  /** A name that it can create. */
  readonly better: string
}

/** Null where Windows can create a file or folder of this name. */
export const windowsNameFault = (name: string): WindowsNameFault | null => {
  const device = DEVICE.exec(name)?.[0].toUpperCase()
  if (device !== undefined)
    return {
      kind: 'device',
      message: `Windows cannot create a file or folder named ${JSON.stringify(name)}: ${device} is the name of a device.`,
      better: `_${name}`,
    }
  const better = name.replace(/\.+$/, '')
  return better === name
    ? null
    : { kind: 'dot', message: `The name ${JSON.stringify(name)} ends in a dot, which Windows drops.`, better }
}

/**
 * @param folder an absolute path
 * @throws {Failure} `usage` where Windows makes another folder of it than the person named, or one that nothing opens
 */
export const refuseWindowsFolder = (folder: string, system: NodeJS.Platform = process.platform): void => {
  if (system !== 'win32') return
  for (const part of folder.split(/[\\/]/)) {
    const fault = windowsNameFault(part)
    if (fault !== null) throw usageFailure(fault.message, `Name another folder, for example ${fault.better}.`)
  }
}
