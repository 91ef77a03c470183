import type { Comment, Community, Me, PostSummary } from '@stoa/contract'

/** An id as the server makes them: 20 characters, in order of time. */
export function idOf(number: number, prefix = 'i'): string {
  return prefix + String(number).padStart(20 - prefix.length, '0')
}

/** A member of the community FORUM. */
export function viewerOf(id: string, values: Partial<Me> = {}): Me {
  return {
    id,
    username: `user_${id.slice(-3)}`,
    displayName: 'A member',
    slugUrl: 'a-member',
    profileName: 'A member',
    profileTitle: '',
    profileAbout: '',
    profileImageUrl: '',
    createdAt: 1,
    deleted: false,
    networkAdmin: false,
    domainAdmin: false,
    joinedCommunities: ['FORUM'],
    bannedCommunities: {},
    tokenOwner: [],
    tokenPermissions: {},
    enableSell: [],
    moderator: [],
    ForwardedFrom: [],
    site: null,
    ...values,
  }
}

/** The community FORUM. */
export function communityOf(numberOfMembers: number): Community {
  return {
    id: idOf(1, 'k'),
    tokenName: 'FORUM',
    title: 'Forum',
    about: '',
    creatorID: '',
    logoImageURI: '',
    urlSlug: 'forum',
    activeFlairs: [],
    numberOfMembers,
    totalPosts: 0,
    approvePosts: false,
    postTypes: [],
    publishStatus: 1,
    createdAt: 1,
  }
}

/** A published post with a poll. */
export function blankPost(id: string): PostSummary {
  return {
    id,
    slugUrl: 'a-post',
    title: 'A post',
    status: 0,
    kind: 'community',
    tokenName: 'FORUM',
    communityTitle: 'Forum',
    publisherId: idOf(9, 'u'),
    publisherName: 'somebody',
    publisherProfileName: '',
    publisherSlugUrl: '',
    publisherImageUrl: '',
    createdByWhitelistedUser: false,
    createdAt: 1,
    scheduledAt: null,
    editedAt: null,
    activeAt: 1,
    excerpt: '',
    heroImage: null,
    flairIds: [],
    flairs: [],
    isPinned: false,
    pinnedTime: null,
    isSyndicated: false,
    numComments: 0,
    totalViews: 0,
    reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
    parentPostId: null,
    externalArticleId: null,
    articleUrl: null,
    pollOptions: ['One', 'Two', 'Three'],
    pollSettings: { closesAt: null, results: 'always', voters: 'public' },
    pollValues: [0, 0, 0].map((count) => ({ count, lastVoters: [] })),
    pollTotalVoters: 0,
    moderationScore: null,
  }
}

/** A published comment by somebody else. */
export function blankComment(id: string): Comment {
  return {
    id,
    postId: '',
    tokenName: 'FORUM',
    parentCommentId: null,
    replyToCommentId: null,
    replyToPublisherName: null,
    publisherId: idOf(9, 'u'),
    publisherName: 'somebody',
    publisherProfileName: '',
    publisherSlugUrl: '',
    publisherImageUrl: '',
    content: 'A comment',
    mentions: [],
    status: 0,
    hidden: null,
    createdAt: 1,
    editedAt: null,
    numComments: 0,
    reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
    moderationScore: null,
  }
}
