/** What only its owner may read: tokens, and what a person posted. */
export const PRIVATE_FILE_MODE = 0o600
export const PRIVATE_FOLDER_MODE = 0o700
