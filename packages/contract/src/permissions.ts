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
