import { resolve } from 'node:path'
import envPaths from 'env-paths'

/** The folder of configuration and tokens: the system's usual one, or MINIAPP_CONFIG_DIR. */
export const configFolder = (environment: Readonly<Record<string, string | undefined>>): string => {
  const named = environment['MINIAPP_CONFIG_DIR'] ?? ''
  return named === '' ? envPaths('miniapp', { suffix: '' }).config : resolve(named)
}

/** The default folder for the local service's data. */
export const serviceDataFolder = (environment: Readonly<Record<string, string | undefined>>): string => {
  const named = environment['MINIAPP_CONFIG_DIR'] ?? ''
  return named === ''
    ? resolve(envPaths('miniapp', { suffix: '' }).data, 'service')
    : resolve(named, 'service')
}
