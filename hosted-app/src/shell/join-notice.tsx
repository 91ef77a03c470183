import { noticeMessages } from '@stoa/store'
import { useJoinedCommunity, useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { useHostedApp } from '../hosted-app.ts'

/** Announces that the action also joined the community. */
export function JoinNotice() {
  const t = useTranslate(noticeMessages)
  const { toasts } = useHostedApp()
  const { state } = useStoa()
  const community = useJoinedCommunity()
  useEffect(() => {
    if (community === null) return
    state.setState({ joinedCommunity: null })
    toasts.show({ text: t('notice.joined', { community }), tone: 'success' })
  }, [community, state, toasts, t])
  return null
}
