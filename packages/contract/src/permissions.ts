/** All permissions in a community. */
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
