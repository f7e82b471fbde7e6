type Environment = Readonly<Record<string, string | undefined>>

/** Whether a window of a browser could be seen: not in CI, over SSH without a display, or where the person wants none. */
export const hasScreen = (
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): boolean => {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== ''
  // BROWSER=none is how people tell tools of this kind to leave the browser alone.
  if (environment['BROWSER'] === 'none' || isSet('CI')) return false
  if (platform === 'win32' || platform === 'darwin') return true
  return isSet('DISPLAY') || isSet('WAYLAND_DISPLAY') || isSet('WSL_DISTRO_NAME')
}

/**
 * Opens an address in the person's browser.
 * @returns whether a browser was started; false without a display, in CI, or when starting it failed. Never throws.
 */
export const openBrowser = async (url: string, environment: Environment): Promise<boolean> => {
  if (!hasScreen(environment)) return false
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    // The launcher ends at once; what matters is whether it could be started and did not fail right away.
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false))
      child.once('exit', (code) => resolve(code === 0 || code === null))
      child.once('spawn', () => setTimeout(() => resolve(true), LAUNCHER_GRACE_MS).unref())
    })
  } catch {
    // A browser that will not open is never fatal: the caller prints the address.
    return false
  }
}

const LAUNCHER_GRACE_MS = 500
