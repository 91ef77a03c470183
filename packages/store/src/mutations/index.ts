export { createComment, editComment, hideComment, type NewComment } from './comments.ts'
export { follow, join } from './membership.ts'
export { approvePost, changePost, type PostChange, savePost, type WrittenPost } from './posts.ts'
export { type ReactionTarget, react, save, vote } from './reactions.ts'
