export { type Actions, createActions, resumeSavedIntent, saveIntent } from './actions.ts'
export { isTemporary, listOf, putEntities } from './cache.ts'
export { closedDraftKey, DRAFT_PREFIX, draftKey, hasDraft, saveEarlyText } from './draft-storage.ts'
export { createDrafts, type Drafts, type SubmittedDraft } from './drafts.ts'
export {
  type Alert,
  alertFor,
  alertMessages,
  alertText,
  type ErrorDetails,
  errorDetails,
  noticeMessages,
} from './error-messages.ts'
export { type ForumLinks, forumLinks } from './forum-links.ts'
export { hideCommunity, leaveOutHidden } from './hidden-communities.ts'
export { replayEvents, watch, withLists } from './lazy.ts'
export { type LoadOptions, loadList, loadMore, showNewItems } from './lists.ts'
export { type NamedEvent } from './live/apply-event.ts'
export { type CommentContext, loadComment, loadCommunity, loadFollow, loadPost, loadUser } from './load.ts'
export { putMembersOnly } from './members-only.ts'
export { type QueueListener, subscribeToQueue, throttle } from './moderation-queue.ts'
export {
  type DraftInput,
  type NewComment,
  type PostChange,
  type ReactionTarget,
  type WrittenPost,
} from './mutations/index.ts'
export { applyConflict } from './mutations/mutation-queue.ts'
export {
  clearNewNotifications,
  deleteNotification,
  markNotificationsRead,
  markNotificationsViewed,
  markShownNotificationsRead,
  type NotificationSelection,
  notifications,
  subscribeToNotifications,
} from './notifications.ts'
export {
  communities,
  feed,
  hiddenForMeItems,
  type ListQuery,
  listKey,
  memberKey,
  members,
  newItemsKey,
  pendingComments,
  postComments,
  repliesOf,
  savedItems,
  startingAfter,
  userComments,
} from './queries.ts'
export { reasonMessages, reasonText } from './reasons.ts'
export { createSignUp, type SignUp } from './sign-up.ts'
export {
  type Article,
  type DehydratedState,
  type Entities,
  type Follow,
  type Intent,
  type List,
  type StoaState,
  type StoredPost,
  type Thread,
} from './state.ts'
export { createStoa, dehydrate, type Stoa, type StoaOptions } from './stoa.ts'
export { isThreadKey, threadKey } from './thread-key.ts'
export { loadThread, putThread, type ThreadOptions } from './threads.ts'
export { loadViewer } from './viewer.ts'
