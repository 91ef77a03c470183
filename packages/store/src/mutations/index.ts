export { createComment, editComment, hideComment, type NewComment } from './comments.ts'
export { follow, join } from './membership.ts'
export { approvePost, savePost, type WrittenPost } from './posts.ts'
export { type ReactionTarget, react, vote } from './reactions.ts'
