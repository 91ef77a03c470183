import { authorFeedPath, authorPath, type CallOutput, type HeldRole, isolated, personPicture } from '@stoa/contract'
import { feed, followsOf, type ListQuery, loadUser, userComments } from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { loadGrown, pageLinks } from '../../list-length.ts'
import { type LoaderArguments, loadScreenList, notFound, orNotFound, type ScreenData } from '../../screen-data.ts'
import { OWN_LISTS } from '../../shell/own-lists.tsx'

/** Tabs that everybody sees, in order. */
export const PUBLIC_TABS = ['activity', 'comments', 'published', 'reputation'] as const
/** Lists that the numbers below a person's name lead to. */
export const FOLLOW_TABS = ['followers', 'following'] as const
export type FollowTab = (typeof FOLLOW_TABS)[number]
/** A list on one's own page that others don't see, loaded once the viewer is known. */
export type OwnTab = (typeof OWN_LISTS)[number]['tab']

export type AuthorTab = (typeof PUBLIC_TABS)[number] | FollowTab | OwnTab

const ALL_TABS: readonly AuthorTab[] = [...PUBLIC_TABS, ...FOLLOW_TABS, ...OWN_LISTS.map(({ tab }) => tab)]

export function isFollowTab(tab: AuthorTab): tab is FollowTab {
  return FOLLOW_TABS.some((one) => one === tab)
}

export function isOwnTab(tab: AuthorTab): tab is OwnTab {
  return OWN_LISTS.some((list) => list.tab === tab)
}

export interface AuthorData extends ScreenData {
  userId: string
  tab: AuthorTab
  /** The tab's list; null if it combines several, or is private. */
  list: ListQuery | null
  /** Communities in which they have a role. */
  communities: readonly HeldRole[]
  /** First page of the reputation tab, or the start of it beside other tabs; null if it couldn't be loaded there. */
  reputation: CallOutput<'userReputation'> | null
}

/** Loads an author's page: latest content, all comments, all published posts, or reputation. */
export function authorLoader(app: HostedApp) {
  const { stoa, config, t } = app
  return async ({ params, request: { url } }: LoaderArguments): Promise<AuthorData> => {
    const { user, communities } = await orNotFound(loadUser(stoa, params.id ?? ''))
    const requestedTab = (params.tab ?? 'activity').toLowerCase()
    const tab = ALL_TABS.find((name) => name === requestedTab)
    if (!tab) throw notFound()
    // Temporary for a display name, which somebody else may have tomorrow.
    if (params.id !== user.slugUrl)
      throw redirect(authorTabPath(user.slugUrl, tab), params.id === user.displayName ? 302 : 301)
    const list = await loadTab()
    const reputation = await loadReputation()
    const links = list
      ? pageLinks(stoa, { list, url, path: authorTabPath(user.slugUrl, tab) })
      : { canonicalPath: authorPath(user.slugUrl) }
    const head = {
      title: `${tab === 'activity' ? '' : `${t(`author.${tab}`)} · `}${isolated(user.displayName)} · ${config.domainDisplayName}`,
      description: user.profileAbout || user.profileTitle || user.displayName,
      ...links,
      feedPath: authorFeedPath(user.slugUrl),
      type: 'profile' as const,
      ...(isOwnTab(tab) ? { noindex: true } : {}),
      image: personPicture(user),
    }
    return { userId: user.id, communities, tab, list, reputation, head }

    /** Beside other tabs only where the points are from, and nothing if that fails: nobody has asked for it. */
    async function loadReputation(): Promise<CallOutput<'userReputation'> | null> {
      const idOrSlug = user.id
      if (tab === 'reputation') return stoa.client.call('userReputation', { idOrSlug })
      return stoa.client.call('userReputation', { idOrSlug, limit: 1 }).catch(() => null)
    }

    async function loadTab(): Promise<ListQuery | null> {
      const { posts, comments } = authorLists(user.id)
      if (tab === 'followers' || tab === 'following') return loadGrown(app, followsOf(user.id, tab), { url })
      if (tab === 'published') return loadGrown(app, posts, { url })
      const list = tab === 'comments' ? await loadGrown(app, comments, { url }) : null
      if (tab === 'activity') {
        await Promise.all([posts, comments].map((part) => loadScreenList(stoa, part, { force: true })))
      }
      if (tab === 'comments' || tab === 'activity') {
        // Not in other screens' bundles, which contain this loader.
        const { loadCommunitiesOf } = await import('./comment-communities.ts')
        await loadCommunitiesOf(stoa, list ?? comments)
      }
      return list
    }
  }
}

/** An author's public lists. */
export function authorLists(userId: string) {
  return { posts: feed({ type: 'user', userId }), comments: userComments(userId) }
}

export function authorTabPath(slug: string, tab: AuthorTab): string {
  return tab === 'activity' ? authorPath(slug) : `${authorPath(slug)}/${tab}`
}
