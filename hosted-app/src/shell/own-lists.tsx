import { BookmarkIcon, ClockIcon, EditIcon, EyeIcon, EyeOffIcon } from '@stoa/ui'

/** The tabs of one's own page that others don't see, in order. */
export const OWN_LISTS = [
  { tab: 'saved', Icon: BookmarkIcon },
  { tab: 'draft', Icon: EditIcon },
  { tab: 'pending', Icon: EyeIcon },
  { tab: 'scheduled', Icon: ClockIcon },
  { tab: 'hidden', Icon: EyeOffIcon },
] as const
