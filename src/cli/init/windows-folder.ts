import { windowsNameFault } from '../../bundle/windows-name.js'
import { Failure } from '../../failure.js'

/**
 * @param folder an absolute path
 * @throws {Failure} `usage` where Windows makes another folder of it than the person named, or one that nothing opens
 */
export const refuseWindowsFolder = (folder: string, system: NodeJS.Platform = process.platform): void => {
  if (system !== 'win32') return
  for (const part of folder.split(/[\\/]/)) {
    const fault = windowsNameFault(part)
    if (fault !== null)
      throw new Failure('usage', fault.message, `Name another folder, for example ${fault.better}.`)
  }
}
