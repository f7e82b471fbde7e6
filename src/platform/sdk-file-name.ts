/** The name of the SDK file in a bundle (readings, "SDK and host"). */
export const SDK_FILE_NAME = 'service-miniapp.js'
