/** Code for people who write, moderate or use the keyboard: one chunk, loaded on first use. */
export { createDrafts, setBlock, setMute } from '@stoa/store'
export { ComposerTools, watchCommunity } from './composer/composer-tools.tsx'
export { SignOut } from './composer/sign-out.tsx'
export { loadCannedReasons } from './menu/canned-reasons.ts'
export { CommentMenu } from './menu/comment-menu.tsx'
export { loadCommunityRules, reportComment } from './menu/reports.ts'
export { BanEnd, CommentMarks, HiddenForMe, HiddenNotice, MutedComment } from './thread/notices.tsx'
export { ThreadExtras } from './thread/thread-extras.tsx'
