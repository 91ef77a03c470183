import type { PostSummary } from '@stoa/contract'

/** A picture of two colours, drawn in its own address: stories and tests ask no server for anything. */
function picture(hue: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 62%)"/><stop offset="1" stop-color="hsl(${hue + 50} 50% 32%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="70%" cy="36%" r="15%" fill="hsl(${hue + 20} 70% 82% / .7)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A community post that is plainly fictional, with any field replaced. */
export function exampleSummary(changes: Partial<PostSummary> = {}): PostSummary {
  return {
    id: '0BBBBBBBBBBBBBBBBBB1',
    slugUrl: 'what-did-you-fix-this-week',
    title: 'What did you fix this week instead of buying it new?',
    status: 0,
    kind: 'community',
    tokenName: 'FORUM',
    communityTitle: 'The Forum',
    publisherId: '0BBBBBBBBBBBBBBBBBU1',
    publisherName: 'demo_otto',
    publisherProfileName: 'Otto Demo',
    publisherSlugUrl: 'otto-demo',
    publisherImageUrl: '',
    createdByWhitelistedUser: false,
    createdAt: Date.UTC(2026, 9, 4, 8, 30),
    scheduledAt: null,
    editedAt: null,
    activeAt: Date.UTC(2026, 9, 4, 11),
    excerpt:
      'Mine is a kettle. The switch had come loose from its little brass tongue, and for two years everybody in the house had been holding it down with a spoon.',
    heroImage: null,
    flairIds: ['0BBBBBBBBBBBBBBBBBF1'],
    flairs: [{ id: '0BBBBBBBBBBBBBBBBBF1', name: 'Repairs' }],
    isPinned: false,
    pinnedTime: null,
    isSyndicated: false,
    numComments: 132,
    totalViews: 4821,
    reactionsCount: { 'thumb-up': 96, 'thumb-down': 2 },
    parentPostId: null,
    externalArticleId: null,
    articleUrl: null,
    pollOptions: null,
    pollSettings: null,
    pollValues: null,
    pollTotalVoters: 0,
    moderationScore: null,
    ...changes,
  }
}

/** A story with its picture, by a partner. */
export const exampleStory: PostSummary = exampleSummary({
  id: '0BBBBBBBBBBBBBBBBBB2',
  slugUrl: 'the-first-book-of-the-day',
  title: 'The first book of the day',
  kind: 'story',
  publisherId: '0BBBBBBBBBBBBBBBBBU2',
  publisherName: 'demo_mira',
  publisherProfileName: 'Mira Demo',
  publisherSlugUrl: 'mira-demo',
  createdByWhitelistedUser: true,
  excerpt:
    'For a century the reading room had one rule: whoever opened the shutters in the morning chose the first book. It sounds like a small power.',
  heroImage: { url: picture(190), width: 640, height: 400 },
  flairs: [{ id: '0BBBBBBBBBBBBBBBBBF2', name: 'Libraries' }],
  numComments: 48,
  totalViews: 12_840,
})

/** A community post with a poll. */
export const examplePoll: PostSummary = exampleSummary({
  id: '0BBBBBBBBBBBBBBBBBB3',
  slugUrl: 'when-shall-the-workshop-open',
  title: 'When shall the workshop open?',
  excerpt: 'The key is with the caretaker until eight. Choose one; we count on Sunday.',
  flairs: [],
  pollOptions: ['Saturday morning', 'Saturday afternoon', 'Sunday', 'On a weekday, in the evening'],
  pollSettings: { closesAt: null, results: 'always', voters: 'public' },
  pollValues: [41, 12, 30, 17].map((count) => ({ count, lastVoters: [] })),
  pollTotalVoters: 100,
  numComments: 9,
})

/** A community post with a picture. */
export const examplePicture: PostSummary = exampleSummary({
  id: '0BBBBBBBBBBBBBBBBBB4',
  slugUrl: 'moss-on-the-north-wall',
  title: 'Moss on the north wall, four years later',
  excerpt: 'We left it alone, as agreed. Here is what came.',
  heroImage: { url: picture(110), width: 640, height: 400 },
  flairs: [],
  numComments: 0,
  totalViews: 208,
})

/** A feed of four kinds of posts. */
export const exampleFeed: readonly PostSummary[] = [exampleStory, exampleSummary(), examplePoll, examplePicture]
