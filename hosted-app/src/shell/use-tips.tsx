import type { DrawCommentMenu } from '@stoa/comments'
import { TIP_PARAMETER } from '@stoa/contract'
import { useCommunity, usePost, useViewer } from '@stoa/store/react'
import { lazy, useLazy } from '@stoa/ui'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'
import { withTexts } from '../translations.ts'

const tipTools = lazy(withTexts(['member'], () => import('../screens/wallet/tip-tools.tsx')))

/** Offers tips to members, on domains and in communities with money. Nobody else loads the code. */
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
  const { config } = useHostedApp()
  const tokenName = usePost(postId)?.tokenName ?? ''
  const isOff = useCommunity(tokenName)?.moneyOff === true
  const money = config.money === true && !isOff
  const viewer = useViewer()
  const [parameters] = useSearchParams()
  const isMember = Boolean(viewer)
  const { code } = useLazy(tipTools, money && (isMember || parameters.has(TIP_PARAMETER)))
  const tools = money ? code : undefined
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
