export { createComment, editComment, hideComment, type NewComment } from './comments.ts'
export { follow, join, whenSignedIn } from './membership.ts'
export {
  type AnonymousPost,
  approvePost,
  changePost,
  type DeletedPost,
  type DraftInput,
  deletePost,
  type PostChange,
  postAnonymously,
  saveDraft,
  savePost,
  type WrittenDraft,
  type WrittenPost,
} from './posts.ts'
export { hideForMe, type ReactionTarget, react, save, vote } from './reactions.ts'
