import type { PartnerSession } from '@stoa/client/partner-session'
import { ConnectedPartnerLogin } from '@stoa/login/partner'
import { alertMessages, alertText } from '@stoa/store'
import { useViewer } from '@stoa/store/react'
import { Button, createToasts, ToastRegion, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { FrontPage } from './front-page.tsx'
import { PostPage } from './post-page.tsx'

export interface AppProps {
  session: PartnerSession
  /** The post that the address names; null: the front page. */
  postId: string | null
}

/** A newspaper's own pages with the forum's components in them. */
export function App({ session, postId }: AppProps) {
  const t = useTranslate(alertMessages)
  const [toasts] = useState(createToasts)
  const onFailure = (error: unknown) => {
    const text = alertText(error, { t })
    if (text) toasts.show({ text, tone: 'danger' })
  }
  return (
    <div className="stoa-root">
      <header>
        <a href="/">The Lower Mill Gazette</a>
        <Account session={session} onFailure={onFailure} />
      </header>
      {postId === null ? <FrontPage onFailure={onFailure} /> : <PostPage postId={postId} onFailure={onFailure} />}
      <ConnectedPartnerLogin session={session} onFailure={onFailure} />
      <ToastRegion toasts={toasts} />
    </div>
  )
}

function Account({ session, onFailure }: { session: PartnerSession; onFailure: (error: unknown) => void }) {
  const viewer = useViewer()
  if (!viewer) return <Button onClick={() => session.signIn().catch(onFailure)}>Sign in</Button>
  return (
    <p className="account">
      {viewer.displayName || viewer.username}
      <Button onClick={() => session.signOut().catch(onFailure)}>Sign out</Button>
    </p>
  )
}
