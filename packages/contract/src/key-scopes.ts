/** What an API key may do, from the least to the most. */
export const KEY_SCOPES = ['read', 'write', 'moderate', 'administer'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** API keys begin with this, so that scanners of published code find them. */
export const API_KEY_PREFIX = 'stoa_'
/** Keys of one person. */
export const API_KEYS_MAX = 20
export const API_KEY_NAME_MAX_LENGTH = 60
/** How long keys can be valid, in days. */
export const API_KEY_DAYS = [30, 90, 365] as const
