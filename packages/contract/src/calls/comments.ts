import { commentRoutes } from '../routes/comments.ts'
import type { Call } from './call.ts'
import { CHANGE_ERRORS, CHECK_ERRORS } from './checks.ts'

/** Calls about comments. */
export const commentCalls = {
  commentCreate: {
    ...commentRoutes.commentCreate,
    errors: [
      ...CHECK_ERRORS,
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'COMMENT_HIDDEN',
      'POST_CLOSED',
      'COMMENTS_LOCKED',
      'BANNED',
      'JOIN_REQUIRED',
    ],
    summary: 'Comment on a post or article, or reply to a comment.',
  },
  commentAnonymous: {
    ...commentRoutes.commentAnonymous,
    errors: [
      ...CHECK_ERRORS,
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'COMMENT_HIDDEN',
      'POST_CLOSED',
      'COMMENTS_LOCKED',
      'BANNED',
      'FORBIDDEN',
    ],
    summary: 'Comment without an account.',
  },
  commentEdit: {
    ...commentRoutes.commentEdit,
    errors: [
      'COMMENT_NOT_FOUND',
      'COMMENT_HIDDEN',
      'EDIT_CONFLICT',
      'FORBIDDEN',
      'BANNED',
      'COMMUNITY_ARCHIVED',
      ...CHANGE_ERRORS,
    ],
    summary: 'Change the text of one’s own comment.',
  },
  commentDelete: {
    ...commentRoutes.commentDelete,
    errors: [
      'COMMENT_NOT_FOUND',
      'HIDDEN_BY_DOMAIN_ADMIN',
      'COMMENT_ERASED',
      'REPORT_OWN_CONTENT',
      'FORBIDDEN',
      'BANNED',
    ],
    summary: 'Hide or restore a comment.',
  },
  commentList: {
    ...commentRoutes.commentList,
    errors: [
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'USER_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'LIST_TYPE_UNSUPPORTED',
      'CURSOR_INVALID',
      'FORBIDDEN',
    ],
    summary: 'Comments of a post or user, pending comments, or the replies to a comment.',
  },
  commentGet: {
    ...commentRoutes.commentGet,
    errors: ['COMMENT_NOT_FOUND'],
    summary: 'One comment with its parent and the page around it.',
  },
} as const satisfies Record<keyof typeof commentRoutes, Call>
