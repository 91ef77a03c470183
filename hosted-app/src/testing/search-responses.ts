import type { ForumSession } from '@stoa/client'
import type { CallOutput, FoundComment, FoundCommunity, FoundPerson, FoundPost, MarkedText } from '@stoa/contract'
import {
  exampleComment,
  exampleCommunity,
  exampleFeed,
  exampleId,
  exampleMe,
  exampleSummary,
} from '@stoa/contract/fixtures'

/** A text with marks around every occurrence of the words. */
function marked(text: string, ...words: string[]): MarkedText {
  const pattern = new RegExp(words.join('|') || '(?!)', 'gi')
  return { text, hits: Array.from(text.matchAll(pattern), ({ index, 0: hit }) => [index, index + hit.length]) }
}

/** A found post whose title and text are marked. */
export function foundPost(post = exampleSummary(), ...words: string[]): FoundPost {
  return { post, title: marked(post.title, ...words), excerpt: marked(post.excerpt, ...words) }
}

/** A found comment. */
export function foundComment(text: string, ...words: string[]): FoundComment {
  const comment = exampleComment('heron', { content: text })
  return { comment, post: exampleSummary(), excerpt: marked(text, ...words) }
}

/** A found person. */
function foundPerson(changes: Partial<FoundPerson['user']> = {}, ...words: string[]): FoundPerson {
  const { id, username, displayName, slugUrl, profileName, profileImageUrl, createdAt } = exampleMe()
  const user = {
    ...{ id, username, displayName, slugUrl, profileName, profileImageUrl, createdAt },
    profileTitle: 'Keeps the boathouse',
    profileAbout: '',
    deleted: false,
    ...changes,
  }
  return {
    user,
    name: marked(user.displayName, ...words),
    username: marked(user.username, ...words),
    about: marked(user.profileTitle, ...words),
  }
}

/** A found community. */
function foundCommunity(changes: Partial<FoundCommunity['community']> = {}, ...words: string[]): FoundCommunity {
  const community = exampleCommunity(changes)
  return { community, title: marked(community.title, ...words), about: marked(community.about, ...words) }
}

const found = <Item>(items: Item[], more: Partial<{ cursor: string; total: number; didYouMean: string }> = {}) => ({
  items,
  cursor: null,
  hasMore: more.cursor !== undefined,
  total: items.length,
  didYouMean: null,
  ...more,
})

const words = ['week', 'kettle', 'drawer', 'newt', 'repairing']

/** Responses of a forum in which a search finds some of everything. */
export const searchResponses = {
  searchPosts: (): CallOutput<'searchPosts'> =>
    found(
      exampleFeed.map((post) => foundPost(post, ...words)),
      { cursor: 'next' },
    ),
  searchComments: (): CallOutput<'searchComments'> =>
    found([
      foundComment(
        'A drawer. It had been stuck since we moved in, all week, and all it wanted was a candle.',
        ...words,
      ),
    ]),
  searchUsers: (): CallOutput<'searchUsers'> =>
    found([
      foundPerson({}, ...words),
      foundPerson(
        { id: exampleId(7, 'u'), username: 'newton', displayName: 'Newton Weir', profileTitle: '' },
        ...words,
      ),
    ]),
  searchCommunities: (): CallOutput<'searchCommunities'> =>
    found([foundCommunity({}, ...words), foundCommunity({ tokenName: 'GARDEN', title: 'Garden', about: '' })]),
  searchCounts: (): CallOutput<'searchCounts'> => ({ posts: 12, comments: 31, users: 2, communities: 1001 }),
  searchSuggestions: (): CallOutput<'searchSuggestions'> => ({
    communities: [exampleCommunity()],
    people: [{ ...exampleMe(), userId: exampleMe().id, imageUrl: '' }].map(
      ({ userId, displayName, slugUrl, imageUrl, username }) => ({ userId, displayName, slugUrl, imageUrl, username }),
    ),
    posts: exampleFeed
      .slice(0, 2)
      .map(({ id, title, slugUrl, kind, tokenName }) => ({ id, title, slugUrl, kind, tokenName })),
  }),
}

/** Responses of a forum in which nothing is found. */
export const nothingFound = {
  searchPosts: (): CallOutput<'searchPosts'> => found<FoundPost>([]),
  searchComments: (): CallOutput<'searchComments'> => found<FoundComment>([]),
  searchUsers: (): CallOutput<'searchUsers'> => found<FoundPerson>([]),
  searchCommunities: (): CallOutput<'searchCommunities'> => found<FoundCommunity>([]),
  searchCounts: (): CallOutput<'searchCounts'> => ({ posts: 0, comments: 0, users: 0, communities: 0 }),
  searchSuggestions: (): CallOutput<'searchSuggestions'> => ({ communities: [], people: [], posts: [] }),
}

/** A visitor’s session in the browser, where a failed search leaves the page as it is. */
export const browserSession: ForumSession = {
  getAccessToken: async () => null,
  refresh: async () => null,
  signOut: async () => {},
  onChange: () => () => {},
  adopt() {},
  arrive: async () => false,
}
