export { type Actions, createActions, resumeSavedIntent, savedIntentAt, saveIntent } from './actions.ts'
export { isTemporary, listOf, putEntities } from './cache.ts'
export {
  apartDraftKey,
  closedDraftKey,
  DRAFT_PREFIX,
  draftKey,
  hasDraft,
  ownDraftKey,
  saveEarlyText,
} from './draft-storage.ts'
export { createDrafts, type Drafts, type SubmittedDraft } from './drafts.ts'
export type { Follow, StoredPost } from './entities.ts'
export {
  type Alert,
  type AnyTranslate,
  alertFor,
  alertMessages,
  alertText,
  type ErrorDetails,
  errorDetails,
  noticeMessages,
  refusalText,
  serverText,
} from './error-messages.ts'
export { hideCommunity, leaveOutHidden } from './hidden-communities.ts'
export { subscribeToJoined, visitCommunity } from './joined.ts'
export { type LoadOptions, loadList, loadMore, showNewItems } from './lists.ts'
export { type NamedEvent, putMembersOnly } from './live/apply-event.ts'
export { replayEvents, watch } from './live/watch.ts'
export {
  type CommentContext,
  loadComment,
  loadCommunity,
  loadFollow,
  loadPost,
  loadReminder,
  loadUser,
} from './load.ts'
export { loadMenu } from './menu.ts'
export type { MessageBox, MessageThread } from './messages/merge.ts'
export { type BoxName, createMessages, type Messages, type MessagesState } from './messages/messages.ts'
export type { OutgoingMessage } from './messages/outbox.ts'
export {
  type DraftInput,
  type NewComment,
  type PostChange,
  type ReactionTarget,
  type WrittenPost,
} from './mutations/index.ts'
export { showKeptWrites } from './mutations/kept-writes.ts'
export { applyConflict } from './mutations/mutation-queue.ts'
export { type MuteChange, setBlock, setMute } from './mutes.ts'
export {
  clearNewNotifications,
  deleteNotification,
  markNotificationsRead,
  markNotificationsViewed,
  markQueueNotificationsRead,
  markShownNotificationsRead,
  type NotificationSelection,
  notifications,
  type QueueListener,
  subscribeToCashier,
  subscribeToNotifications,
  subscribeToQueue,
  subscribeToQueueLength,
  throttle,
} from './notifications.ts'
export {
  type AnyWrite,
  type KeptCall,
  type KeptWrite,
  type Outbox,
  type OutboxEnd,
  type OutboxEntry,
  openOutbox,
  withSentId,
} from './outbox.ts'
export {
  communities,
  feed,
  followsOf,
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
export { createVisits, shownUntil, type VisitTimes } from './reading.ts'
export { reasonMessages, reasonText } from './reasons.ts'
export { createSignUp, type SignUp } from './sign-up.ts'
export {
  type Article,
  createStoa,
  type DehydratedState,
  dehydrate,
  type ForumLinks,
  forumLinks,
  type Intent,
  type List,
  type Stoa,
  type StoaOptions,
  type StoaState,
  type Tables,
  type Thread,
} from './stoa.ts'
export { isThreadKey, threadKey } from './thread-key.ts'
export { loadThread, putThread, type ThreadOptions } from './threads.ts'
export { loadFacts, loadViewer } from './viewer.ts'
export { readWholePosts, saveWholePosts } from './whole-posts.ts'
export { withLists } from './with-lists.ts'
