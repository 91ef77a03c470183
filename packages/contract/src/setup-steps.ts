/** The steps of a new forum's guide that follow the owner's account, in order. */
export const SETUP_STEPS = ['name', 'topics', 'joining', 'email', 'site', 'invite'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Validity of the link that makes its opener the owner. */
export const SETUP_LINK_TTL_MS = 2 * 24 * 60 * 60 * 1000
