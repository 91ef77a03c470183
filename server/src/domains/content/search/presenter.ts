import { setImmediate as turn } from 'node:timers/promises'
import type { CallOutput, Viewer } from '@stoa/contract'
import type { Database } from '../../../platform/database/database.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'
import { searchRepository } from './repository.ts'
import { postText } from './source-repository.ts'
import type { Kind } from './terms.ts'
import { markText, type TextMatcher } from './text/index.ts'

/** Results of each kind, as calls return them. */
export interface Results {
  post: CallOutput<'searchPosts'>['items'][number]
  comment: CallOutput<'searchComments'>['items'][number]
  user: CallOutput<'searchUsers'>['items'][number]
  community: CallOutput<'searchCommunities'>['items'][number]
}

const EXCERPT_LENGTH = 220
/** Hits in the rest of a long text aren't marked. */
const MARKED_LENGTH = 20_000

export interface PresenterDependencies {
  database: Database
  accounts: Pick<AccountService, 'profilesById'>
  communities: Pick<CommunityService, 'shownById'>
  posts: Pick<PostService, 'summariesById'>
  comments: Pick<CommentService, 'seenBy' | 'postsOf'>
}

type Present<Result> = (viewer: Viewer, ids: string[], matcher: TextMatcher) => Promise<Result[]>

/** Presents what was found, with the hits marked. The caller has checked that the viewer may see it. */
export function createResultPresenter({ database, accounts, communities, posts, comments }: PresenterDependencies) {
  const excerptOf = (text: string, matcher: TextMatcher) =>
    markText(text.slice(0, MARKED_LENGTH), matcher, { maxLength: EXCERPT_LENGTH })

  const present: { [Each in Kind]: Present<Results[Each]> } = {
    async post(_viewer, ids, matcher) {
      const [summaries, contents] = await Promise.all([
        posts.summariesById(ids),
        searchRepository(database.read).contentsOf(ids),
      ])
      const contentOf = new Map(contents.map((row) => [row.id, row.content]))
      const results: Results['post'][] = []
      for (const id of ids) {
        const post = summaries.get(id)
        const content = contentOf.get(id)
        if (!post || content === undefined) continue
        const text = postText(content, post.pollOptions ?? [])
        results.push({ post, title: markText(post.title, matcher), excerpt: excerptOf(text, matcher) })
        // Texts may be long.
        await turn()
      }
      return results
    },
    async comment(viewer, ids, matcher) {
      const shown = await comments.seenBy(viewer, ids)
      const summaries = await posts.summariesById([...new Set([...shown.values()].map(({ postId }) => postId))])
      return ids.flatMap((id) => {
        const comment = shown.get(id)
        const post = comment && summaries.get(comment.postId)
        if (!comment || !post || comment.content === null) return []
        return [{ comment, post, excerpt: excerptOf(comment.content, matcher) }]
      })
    },
    async user(_viewer, ids, matcher) {
      const profiles = await accounts.profilesById(ids)
      return ids.flatMap((id) => {
        const user = profiles.get(id)
        if (!user || user.deleted) return []
        const name = markText(user.displayName, matcher)
        const about = [user.profileTitle, user.profileAbout].filter((text) => text !== '').join(' · ')
        return [{ user, name, username: markText(user.username, matcher), about: excerptOf(about, matcher) }]
      })
    },
    async community(_viewer, ids, matcher) {
      const shown = await communities.shownById(ids)
      return ids.flatMap((id) => {
        const community = shown.get(id)
        if (!community) return []
        return [{ community, title: markText(community.title, matcher), about: excerptOf(community.about, matcher) }]
      })
    },
  }
  return present
}
