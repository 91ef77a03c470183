export { type Actions, createActions } from './actions.ts'
export { type Alert, alertFor, alertMessages } from './alerts.ts'
export { closedKey, DRAFT_PREFIX, draftKey, hasDraft, keepEarlyText } from './draft-key.ts'
export { createDrafts, type Drafts, type TakenDraft } from './drafts.ts'
export { keepIntent, resumeKeptIntent } from './kept-intent.ts'
export { freshKey, memberKey } from './list-names.ts'
export {
  communities,
  feed,
  type ListQuery,
  listKey,
  members,
  pendingComments,
  postComments,
  repliesOf,
  startingAfter,
  userComments,
} from './list-query.ts'
export { isTemporary, listOf } from './list-state.ts'
export { type LoadOptions, loadList, loadMore, showFresh } from './lists.ts'
export { loadCommunity, loadPost, loadUser } from './load.ts'
export { loadComment } from './load-comment.ts'
export { loadFollow } from './load-follow.ts'
export type { CommentPlace } from './load-place.ts'
export { loadThread, type ThreadOptions } from './load-thread.ts'
export {
  deleteNotification,
  dropFreshNotifications,
  hearNotifications,
  notifications,
  type ReadNotifications,
  readNotifications,
  readShownNotifications,
  viewNotifications,
} from './notifications.ts'
export type { NamedEvent } from './realtime/apply-event.ts'
export { keepReferral, readReferral } from './referral.ts'
export { createSignUp, type SignUp } from './sign-up.ts'
export type {
  Article,
  DehydratedState,
  Follow,
  Intent,
  List,
  StoaState,
  StoredPost,
  Tables,
  Thread,
} from './state.ts'
export { createStoa, dehydrate, type Stoa, type StoaOptions } from './stoa.ts'
export { putRows } from './tables.ts'
export { takeConflict } from './take-conflict.ts'
export { isThreadKey, threadKey } from './thread-key.ts'
export { seedThread } from './threads.ts'
export { loadViewer } from './viewer.ts'
export { hearEarlier, watch } from './watch.ts'
export { withLists } from './with-lists.ts'
export type { NewComment, ReactionTarget, WrittenPost } from './writes/index.ts'
