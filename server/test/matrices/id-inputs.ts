import type { CallName } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import * as z from 'zod'

/** The kind of thing that a text in a call's input identifies. */
export type Named =
  | 'post'
  | 'postOrSlug'
  | 'posts'
  | 'comment'
  | 'comments'
  | 'entity'
  | 'flair'
  | 'revision'
  | 'media'
  | 'community'
  | 'cacheKey'
  | 'conversation'
  | 'message'
  | 'person'
  | 'username'
  | 'actor'
  | 'notification'
  | 'report'
  | 'queueItem'
  | 'cashierRequest'
  | 'activity'
  | 'note'
  | 'session'
  | 'passkey'
  | 'apiKey'
  | 'device'
  | 'endpoint'
  | 'merged'
  | 'mergeProof'
  | 'challenge'
  | 'assertion'
  | 'appCode'
  | 'recoveryCode'
  | 'mailedCode'
  | 'mailedToken'
  | 'ticket'
  | 'cursor'

/** Texts that identify nothing personal, by path in the input, with reasons. */
const NAMES_NOTHING: Record<string, string> = {
  ...reasonForPaths('what somebody says', [
    'about',
    'details',
    'title',
    'postContent',
    'content',
    'excerpt',
    'postDraftSave.slugUrl',
    'postCreate.slugUrl',
    'postEdit.slugUrl',
    'reason',
    'reasonText',
    'pollOptions[]',
    'reportText',
    'text',
    'flairs[].name',
    'rules[].title',
    'rules[].text',
    'entries[].text',
    'reasons[].title',
    'reasons[].text',
  ]),
  ...reasonForPaths('which of the communities that everybody sees', [
    'communityList.query',
    'communityList.tokenNames',
  ]),
  ...reasonForPaths('what the caller looks for among what the caller may see', [
    ...['searchPosts.query', 'searchComments.query', 'searchUsers.query', 'searchCommunities.query'],
    ...['searchCounts.query', 'searchSuggestions.query'],
  ]),
  ...reasonForPaths('which of the caller’s own conversations', ['dmConversationList.query']),
  ...reasonForPaths('which of what everybody sees', ['communityMembers.query', 'featuredTokens[]']),
  ...reasonForPaths('an amount or a month', ['amount', 'minimum', 'month']),
  ...reasonForPaths('an address on a chain, which may be anybody’s', ['withdraw.address']),
  ...reasonForPaths('a name that nobody has yet', ['communityCreate.tokenName', 'urlSlug']),
  ...reasonForPaths('what somebody says of themselves', [
    'profileName',
    'profileTitle',
    'profileAbout',
    'profileImage',
    'name',
  ]),
  ...reasonForPaths('a picture anywhere', [
    ...['heroImage.url', 'heroImage.alt', 'heroImage.credit'],
    ...['featuredImage.url', 'featuredImage.alt', 'featuredImage.credit', 'logoImageURI', 'bannerImageURI', 'accent'],
  ]),
  ...reasonForPaths('what one signs in with', ['password', 'email', 'login', 'username', 'confirm']),
  ...reasonForPaths('an address', [
    'origin',
    'next',
    'url',
    'canonical',
    'article.url',
    'setupSite.address',
    'article.canonicalUrl',
    'id',
    'article.id',
  ]),
  ...reasonForPaths('an address', [
    'articleFragments.articles',
    'articles[].id',
    'articles[].url',
    'articles[].canonicalUrl',
  ]),
  ...reasonForPaths('how to show it', ['locale', 'tokenPriceGet.currency']),
  ...reasonForPaths('where somebody came from', ['refBy', 'refFrom', 'visitorId']),
  ...reasonForPaths('what a client knows its own comment by', ['nonce']),
  ...reasonForPaths('of a domain, whose admins the permission table tests', [
    'host',
    ...['settings.defaultTokenName', 'settings.language', 'settings.timeZone', 'settings.domainDisplayName'],
    'settings.promotionDayPrice',
    ...['settings.logoLink', 'settings.faviconLink', 'settings.accent', 'settings.signInProviders[]'],
    ...['settings.urlMapping[].tokenName', 'settings.urlMapping[].basePath', 'settings.urlMapping[].section'],
    ...['settings.privacyLink', 'settings.termsLink', 'settings.faqLink'],
    ...['settings.font.regular', 'settings.font.bold', 'settings.ads.scriptUrl', 'domainFontAdd.data'],
    ...['settings.sections[].name', 'settings.sections[].slug'],
    ...['settings.sections[].communities[]', 'settings.sections[].admins[]'],
    ...['settings.languages[]', 'domainTexts.query', 'domainTexts.keys'],
    ...['settings.ownProviders[].id', 'settings.ownProviders[].clientId', 'settings.ownProviders[].keyId', 'secret'],
  ]),
  ...reasonForPaths('of the installation, for its admins', [
    ...['networkOverview.domain', 'networkPeople.domain', 'networkCommunities.domain', 'networkCommunities.query'],
    ...['networkPeople.query', 'networkOrigins.query', 'jobId'],
  ]),
  ...reasonForPaths('what a domain’s admins write, which the permission table tests', [
    ...['inset.name', 'inset.image', 'inset.alt', 'inset.link', 'insetSave.insetId', 'insetDelete.insetId'],
    ...['webhookId', 'deliveryId'],
  ]),
  ...reasonForPaths('an ad that everybody sees, and a random number', ['insetCount.insetId', 'viewId']),
  ...reasonForPaths('tells only whether everybody sees the post', ['insetShown.postId', 'insetShown.nextPostId']),
  ...reasonForPaths('of a domain’s page, whose admins the permission table tests', ['pageId', 'domainName', 'slug']),
  ...reasonForPaths('of a domain’s menu, whose admins the permission table tests', [
    ...['items[].id', 'items[].target', 'items[].languages[]', 'language'],
    ...['items[].items[].id', 'items[].items[].target', 'items[].items[].languages[]'],
  ]),
  ...reasonForPaths('of the installation', ['providerId', 'authProviderStart.id', 'authProviderCallback.id']),
  ...reasonForPaths('not read: mentions are found in the text', ['taggedUsers[]']),
  ...reasonForPaths('not read: what a post answers stays', ['postEdit.parentPostId']),
  ...reasonForPaths('made for this one sign-in, by whoever holds it', [
    'codeVerifier',
    'codeChallenge',
    'credential',
    'idToken',
  ]),
  ...reasonForPaths('made for this one sign-in, by whoever holds it', [
    'authEmbedToken.code',
    'authEmbedRefresh.code',
    'token',
  ]),
  ...reasonForPaths('made for this one sign-in, by whoever holds it', [
    'authEmailLinkConfirm.code',
    'authSecondFactor.code',
  ]),
  ...reasonForPaths('made for this one sign-in, by whoever holds it', ['authSecondFactor.challenge']),
  ...reasonForPaths('a new device of the caller', ['attestation', 'totpConfirm.code', 'authPasskeySignIn.challenge']),
  ...reasonForPaths('a new device of the caller', ['authPasskeySignIn.assertion']),
  ...reasonForPaths('a solved puzzle', ['solution']),
  ...reasonForPaths('what the caller’s browser returned, or had before', [
    'subscription.endpoint',
    'subscription.keys.p256dh',
    'subscription.keys.auth',
    'previousEndpoint',
  ]),
  ...reasonForPaths('of the caller’s browser; unknown ones are ignored', ['pushUnsubscribe.endpoint']),
  ...reasonForPaths('which of the caller’s own notifications', ['pushPending.tag']),
  ...reasonForPaths('a time of day, and where', [
    'notificationSettings.quietHours.from',
    'notificationSettings.quietHours.to',
    'notificationSettings.quietHours.timeZone',
  ]),
}

/** All other texts, by path or by call and path. */
const NAMES: Record<string, Named> = {
  postId: 'post',
  parentPostId: 'post',
  'postGet.idOrSlug': 'postOrSlug',
  postIds: 'posts',
  commentId: 'comment',
  replyToCommentId: 'comment',
  parentCommentId: 'comment',
  commentIds: 'comments',
  entityId: 'entity',
  flairId: 'flair',
  intoFlairId: 'flair',
  revisionId: 'revision',
  mediaId: 'media',
  tokenName: 'community',
  community: 'community',
  key: 'cacheKey',
  'userGet.idOrSlug': 'person',
  'userReputation.idOrSlug': 'person',
  'followList.idOrSlug': 'person',
  'postList.userId': 'person',
  'commentList.userId': 'person',
  editedUserId: 'person',
  newOwnerId: 'person',
  reportedPostId: 'post',
  reportedCommentId: 'comment',
  reportedUserId: 'person',
  reportId: 'report',
  requestId: 'cashierRequest',
  'itemIds[]': 'queueItem',
  'activityIds[]': 'activity',
  activityId: 'activity',
  noteId: 'note',
  'communityActivity.actorId': 'person',
  'reportList.userId': 'person',
  'modActivityList.userId': 'person',
  'voteList.userId': 'person',
  'reactionList.userId': 'person',
  'communityActivity.personId': 'person',
  'communityActivity.subjectId': 'comment',
  reporterId: 'actor',
  conversationId: 'conversation',
  messageId: 'message',
  recipientId: 'person',
  'dmWith.userId': 'person',
  banUserId: 'person',
  blockUserId: 'person',
  warnedUserId: 'person',
  followedUserId: 'person',
  'notificationIds[]': 'notification',
  memberId: 'person',
  memberIds: 'person',
  'userIds[]': 'person',
  partner: 'username',
  receiverName: 'username',
  userId: 'actor',
  publisherId: 'actor',
  moderatorUserId: 'actor',
  sessionId: 'session',
  passkeyId: 'passkey',
  keyId: 'apiKey',
  deviceId: 'device',
  'pushTest.endpoint': 'endpoint',
  forwardedUserId: 'merged',
  proof: 'mergeProof',
  challenge: 'challenge',
  assertion: 'assertion',
  'authReauthenticate.code': 'appCode',
  recoveryCode: 'recoveryCode',
  emailCode: 'mailedCode',
  'userEmailConfirm.token': 'mailedToken',
  ticket: 'ticket',
  cursor: 'cursor',
}

/** Objects whose texts together identify one thing. */
const WHOLES = ['assertion', 'attestation']

function reasonForPaths(why: string, paths: string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, why]))
}

interface Node {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  allOf?: Node[]
}

/** Paths of all texts in an input, such as `article.id` and `userIds[]`. */
function textsIn(node: Node, path = ''): string[] {
  if (WHOLES.includes(path)) return [path]
  const isFree = node.enum === undefined && node.const === undefined
  const parts = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]
  return [
    ...(node.type === 'string' && isFree ? [path] : []),
    ...parts.flatMap((part) => textsIn(part, path)),
    ...Object.entries(node.properties ?? {}).flatMap(([key, part]) => textsIn(part, path ? `${path}.${key}` : key)),
    ...(node.items ? textsIn(node.items, `${path}[]`) : []),
  ]
}

/** Every text in every call's input, with what it identifies; null: nothing, undefined: not declared. */
export function textInputs(): { name: CallName; path: string; kind: Named | null | undefined }[] {
  return (Object.keys(calls) as CallName[]).flatMap((name) => {
    const node = z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any' }) as Node
    return [...new Set(textsIn(node))].map((path) => ({ name, path, kind: namedBy(name, path) }))
  })
}

/** Entries for the call take precedence. */
function namedBy(name: CallName, path: string): Named | null | undefined {
  for (const key of [`${name}.${path}`, path]) {
    if (key in NAMES) return NAMES[key]
    if (key in NAMES_NOTHING) return null
  }
  return undefined
}
