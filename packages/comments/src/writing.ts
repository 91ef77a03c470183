/** Code for people who write, moderate or use the keyboard: one chunk, loaded on first use. */
export { createDrafts } from '@stoa/store'
export { BanEnd } from './ban-end.tsx'
export { CommentMarks } from './comment-marks.tsx'
export { CommentMenu } from './comment-menu.tsx'
export { ComposerTools } from './composer-tools.tsx'
export { HiddenNotice } from './hidden-notice.tsx'
export { SignOut } from './sign-out.tsx'
export { ThreadExtras } from './thread-extras.tsx'
