import { unmappedPath } from '@stoa/contract'
import { type SignInCause, signInReason, signInReasonMessages } from '@stoa/login'
import { savedIntentAt } from '@stoa/store'
import { useStoa, useStoaState } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { pageReasonMessages } from './messages.ts'

/** Pages that need signing in. The first group is the community. */
const PAGES: readonly (readonly [RegExp, keyof typeof pageReasonMessages])[] = [
  [/^\/bbs\/([^/?#]+)\/posts\/create.*[?&]parentPostId=/, 'login.for.respond'],
  [/^\/bbs\/([^/?#]+)\/posts\/create/, 'login.for.post'],
  [/^\/bbs\/([^/?#]+)\/admin-settings/, 'login.for.manage'],
  [/^\/bbs\/feed/, 'login.for.feed'],
  [/^\/bbs\/notifications/, 'login.for.notifications'],
  [/^\/bbs\/messages|^\/author\/[^/]+\/message$/, 'login.for.messages'],
  [/^\/bbs\/my-(account|profile)\/settings/, 'login.for.settings'],
  [/^\/bbs\/my-account\/decisions/, 'login.for.decisions'],
  [/^\/bbs\/create-token/, 'login.for.create'],
  [/^\/bbs\/moderation|\/tab\/(reports|pending)/, 'login.for.moderate'],
  [/^\/bbs\/external-article-comment/, 'login.for.comment'],
]

/** What the page asks people to sign in for: the action they left, or the page they want; empty if unknown. */
export function useSignInReason(next: string): string {
  const t = useTranslate(pageReasonMessages)
  const tAction = useTranslate(signInReasonMessages)
  const stoa = useStoa()
  const [cause, setCause] = useState<SignInCause | null>(null)
  const [match, key] = pageOf(next)
  const community = useCommunityNamed(match?.[1] ?? '')
  useEffect(() => {
    const saved = savedIntentAt(stoa, next.replace(/[?#].*/, ''))
    const { tokenName = '' } = (saved?.input ?? {}) as { tokenName?: string }
    const action = saved?.action === 'createComment' ? 'comment' : saved?.action
    setCause(saved && action ? { action, tokenName, serializedAction: saved } : null)
  }, [stoa, next])
  if (cause) return signInReason(tAction, cause, stoa.state.getState())
  if (key === 'login.for.post' && community) return t('login.for.post.in', { community: community.title })
  return key ? t(key) : ''
}

function pageOf(next: string): [RegExpExecArray, keyof typeof pageReasonMessages] | [] {
  for (const [pattern, key] of PAGES) {
    const match = pattern.exec(unmappedPath(next))
    if (match) return [match, key]
  }
  return []
}

/** The loaded community with this token name or short address. */
export function useCommunityNamed(name: string) {
  return useStoaState(({ communities }) =>
    Object.values(communities).find(({ tokenName, urlSlug }) => tokenName === name || urlSlug === name),
  )
}
