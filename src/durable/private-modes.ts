/** File modes for data that only its owner may read: tokens, and a person's posts. */
export const PRIVATE_FILE_MODE = 0o600
export const PRIVATE_FOLDER_MODE = 0o700
