import type { DrawCommentMenu } from '@stoa/comments'
import { TIP_PARAMETER } from '@stoa/contract'
import { useCommunity, usePost, useViewer } from '@stoa/store/react'
import { lazy, useLazy } from '@stoa/ui'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'
import { withTexts } from '../translations.ts'

const tipTools = lazy(withTexts(['member'], () => import('../screens/wallet/tip-tools.tsx')))

/** What tips are given with, for members on domains and in communities with money. Nobody else loads the code. */
export function useTipTools({ tokenName = '', isLinked = false } = {}) {
  const { config } = useHostedApp()
  const isOff = useCommunity(tokenName)?.moneyOff === true
  const money = config.money === true && !isOff
  const isMember = Boolean(useViewer())
  const { code } = useLazy(tipTools, money && (isMember || isLinked))
  return money ? code : undefined
}

/** Offers tips on a page with a post. */
export function useTips(about: {
  postId: string
  /** The comment that the page was opened for. */
  commentId?: string | null
  /** Renders the menus of comments. */
  draw?: DrawCommentMenu | null
}): {
  /** What stands after a post's reactions. */
  afterReactions: ReactNode
  /** Renders the menus of comments, with tips. */
  draw: DrawCommentMenu | null
} {
  const { postId, commentId = null, draw = null } = about
  const tokenName = usePost(postId)?.tokenName ?? ''
  const isMember = Boolean(useViewer())
  const [parameters] = useSearchParams()
  const tools = useTipTools({ tokenName, isLinked: parameters.has(TIP_PARAMETER) })
  const drawTips = useMemo(() => (tools && isMember ? tools.withTip(draw) : draw), [tools, isMember, draw])
  return {
    afterReactions: tools && (
      <>
        <tools.TipButton postId={postId} />
        <tools.LinkedTip postId={postId} commentId={commentId} />
      </>
    ),
    draw: drawTips,
  }
}
