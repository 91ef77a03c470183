import type { CallName } from '../entities.ts'
import { KEY_SCOPES, type KeyScope } from '../key-scopes.ts'

/**
 * The calls that API keys may make, by the scope they need. Public calls need no key. All others are refused to every
 * key: those about credentials, sessions, keys, addresses and private messages.
 */
const CALLS_OF_SCOPE: Record<KeyScope, readonly CallName[]> = {
  read: [
    ...(['me', 'viewerFacts', 'joinedList', 'postOwnCounts', 'decisionList', 'muteList'] as const),
    ...(['postList', 'postGet', 'postThread', 'responseList', 'superCommentList', 'voteList'] as const),
    ...(['postRevisionList', 'postRevisionGet', 'articlePost', 'linkCardGet'] as const),
    ...(['commentList', 'commentGet', 'communityLeaderboard', 'menuShow'] as const),
    ...(['searchPosts', 'searchComments', 'searchUsers', 'searchCommunities'] as const),
    ...(['searchCounts', 'searchSuggestions', 'followList', 'userFollowGet'] as const),
    ...(['notificationList', 'notificationSettingsGet', 'savedList', 'hiddenForMeList'] as const),
    ...(['saveRemindGet', 'reactionList', 'mediaGet', 'mediaList'] as const),
  ],
  write: [
    ...(['postCreate', 'postEdit', 'postDelete', 'contentDelete', 'postAnonymous'] as const),
    ...(['postDraftSave', 'postDraftPublish', 'postDraftSchedule', 'postDraftUnschedule', 'postDraftDelete'] as const),
    ...(['commentCreate', 'commentEdit', 'commentDelete', 'commentAnonymous'] as const),
    ...(['postReaction', 'postVote', 'postView', 'postRead', 'postReadAll', 'postWatch'] as const),
    ...(['postSave', 'commentSave', 'saveRemind', 'contentHideForMe', 'mediaDelete', 'shortUrl'] as const),
    ...(['notificationViewed', 'notificationRead', 'notificationDelete'] as const),
    ...(['communityJoin', 'communityHide', 'userFollow', 'reportCreate', 'appealCreate'] as const),
  ],
  moderate: [
    ...(['queueList', 'queueCount', 'queueDecided', 'queueClaim', 'queueDecide'] as const),
    ...(['reportList', 'reportGet', 'reportUpdate', 'moderationUndo'] as const),
    ...(['modActivityList', 'communityActivity', 'communityBans', 'communityStanding'] as const),
    ...(['userBan', 'userWarn', 'memberCard', 'memberNote', 'mediaRemove'] as const),
    ...(['postApprove', 'postLock', 'postPin', 'postSyndicate', 'flairAttach'] as const),
    ...(['checkRulesGet', 'checkRulesEdit', 'checkRulesTest'] as const),
  ],
  administer: [
    ...(['communityEdit', 'flairCreate', 'flairEdit', 'flairDelete'] as const),
    ...(['domainList', 'domainGet', 'domainVersionGet'] as const),
    ...(['insetList', 'insetSave', 'insetDelete', 'menuGet', 'menuCheck', 'menuSave'] as const),
    ...(['pageList', 'pageGet', 'pageSave', 'pagePublish', 'pageDelete'] as const),
    ...(['networkOverview', 'networkHealth', 'networkCommunities', 'networkOrigins', 'networkFiles'] as const),
    ...(['networkLog'] as const),
  ],
}

const scopes = new Map(KEY_SCOPES.flatMap((scope) => CALLS_OF_SCOPE[scope].map((name) => [name, scope] as const)))

/** The scope that an API key needs for a call; null: no key may make it. */
export function scopeOf(name: CallName): KeyScope | null {
  return scopes.get(name) ?? null
}
