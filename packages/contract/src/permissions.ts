/** Everything that somebody may be allowed in a community. */
export const PERMISSIONS = [
  'approveAdmin',
  'banUser',
  'whitelistUser',
  'blockChat',
  'editBBS',
  'hideContent',
  'hidePremiumContent',
  'pinPost',
  'viewUserEmail',
] as const

/** Those that some call asks for. The others can be kept, and mean nothing yet. */
export const PERMISSIONS_IN_USE = [
  'approveAdmin',
  'banUser',
  'whitelistUser',
  'editBBS',
  'hideContent',
  'hidePremiumContent',
  'pinPost',
  'viewUserEmail',
] as const satisfies readonly (typeof PERMISSIONS)[number][]
