import { authorPath } from '@stoa/contract'
import { feed, type ListQuery, loadUser, userComments } from '@stoa/store'
import { redirect } from 'react-router'
import { loadGrown } from '../../growing-list.ts'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, notFound, orNotFound, type ScreenData } from '../../load.ts'

export type AuthorTab = 'activity' | 'comments'

export interface AuthorData extends ScreenData {
  userId: string
  tab: AuthorTab
  list: ListQuery
}

/** Loads a member's page: published posts, or comments on the comments tab. */
export function authorLoader(app: HostedApp) {
  const { stoa, config, t } = app
  return async ({ params, request: { url } }: LoaderArguments): Promise<AuthorData> => {
    const user = await orNotFound(loadUser(stoa, params.id ?? ''))
    const tab = (params.tab ?? 'activity').toLowerCase()
    if (tab !== 'activity' && tab !== 'comments') throw notFound()
    if (params.id !== user.slugUrl) throw redirect(authorTabPath(user.slugUrl, tab), 301)
    const list = await loadGrown(app, authorList(user.id, tab), { url })
    const head = {
      title: `${tab === 'comments' ? `${t('author.comments')} · ` : ''}${user.displayName} · ${config.domainDisplayName}`,
      description: user.profileAbout || user.profileTitle || user.displayName,
      canonicalPath: authorPath(user.slugUrl),
      type: 'profile' as const,
      ...(user.profileImageUrl ? { image: user.profileImageUrl } : {}),
    }
    return { userId: user.id, tab, list, head }
  }
}

function authorList(userId: string, tab: AuthorTab): ListQuery {
  return tab === 'comments' ? userComments(userId) : feed({ type: 'user', userId })
}

export function authorTabPath(slug: string, tab: AuthorTab): string {
  return tab === 'activity' ? authorPath(slug) : `${authorPath(slug)}/${tab}`
}
