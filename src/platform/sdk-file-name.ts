/** The name under which a bundle carries the SDK (readings, "SDK and host"). */
export const SDK_FILE_NAME = 'service-miniapp.js'
