import type { Intent, StoaState } from '@stoa/store'
import type { Translate } from '@stoa/ui'

/** English texts: what signing in is for. */
export const signInReasonMessages = {
  'login.reason.react':
    'Sign in to {reaction, select, thumb-down {dislike} other {like}} this {type, select, Comment {comment} other {post}}',
  'login.reason.vote': 'Sign in to vote',
  'login.reason.save': 'Sign in to save this {type, select, Comment {comment} other {post}}',
  'login.reason.comment': 'Sign in to comment',
  'login.reason.reply': 'Sign in to reply',
  'login.reason.post': 'Sign in to post',
  'login.reason.post.in': 'Sign in to post in {community}',
  'login.reason.join': 'Sign in to join this community',
  'login.reason.join.named': 'Sign in to join {community}',
  'login.reason.follow': 'Sign in to follow members',
  'login.reason.follow.named': 'Sign in to follow {name}',
  'login.reason.watchPost': 'Sign in to watch this post',
  'login.reason.report': 'Sign in to send a report',
  'login.reason.tip': 'Sign in to tip',
} as const

/** An action that needs signing in. */
export type SignInCause = Pick<Intent, 'action' | 'tokenName' | 'serializedAction'>

/** What an action is, for the sign-in window: a verb, of a comment with `-comment`. */
export function signInPurpose({ action, serializedAction }: SignInCause): string {
  const input = (serializedAction?.input ?? {}) as Record<string, string | undefined>
  if (action === 'comment' && input.replyToCommentId) return 'reply'
  const verb = action !== 'react' ? action : input.reactionName === 'thumb-down' ? 'dislike' : 'like'
  return input.entityType === 'Comment' ? `${verb}-comment` : verb
}

/** What an action asks people to sign in for; empty for others than those that visitors begin. */
export function signInReason(
  t: Translate<typeof signInReasonMessages>,
  { action, tokenName, serializedAction }: SignInCause,
  { communities, users }: Pick<StoaState, 'communities' | 'users'>,
): string {
  const input = (serializedAction?.input ?? {}) as Record<string, string | undefined>
  const community = communities[tokenName]?.title
  switch (action) {
    case 'react':
      return t('login.reason.react', { reaction: input.reactionName ?? '', type: input.entityType ?? '' })
    case 'save':
      return t('login.reason.save', { type: input.entityType ?? '' })
    case 'comment':
      return t(input.replyToCommentId ? 'login.reason.reply' : 'login.reason.comment')
    case 'post':
      return community ? t('login.reason.post.in', { community }) : t('login.reason.post')
    case 'join':
      return community ? t('login.reason.join.named', { community }) : t('login.reason.join')
    case 'follow': {
      const name = users[input.userId ?? '']?.displayName
      return name ? t('login.reason.follow.named', { name }) : t('login.reason.follow')
    }
    case 'vote':
    case 'watchPost':
    case 'report':
    case 'tip':
      return t(`login.reason.${action}`)
    case 'edit':
    case 'hide':
    case 'hideForMe':
    case 'read':
      return ''
  }
}
